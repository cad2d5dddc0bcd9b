/** The place of the administration of users and roles. */
import { Page } from "./page.tsx";

export function Users() {
  return (
    <Page
      title="Users"
      lead="The administration of users and roles follows here: listing, registering, changing and removing users, and the routes and rights of each role."
    />
  );
}
