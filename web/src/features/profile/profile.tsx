/**
 * The user's own profile: access, name and position, e-mail, password, sessions and API tokens. Open to every signed-in
 * user.
 */

import { Link } from "@tanstack/react-router";
import { tabLabel } from "#shared/access/tab-labels.ts";
import { Facts } from "../../components/facts.tsx";
import { Text } from "../../components/layout.tsx";
import { Page } from "../../components/page.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { mayOpen } from "../../lib/guards.ts";
import { call } from "../../lib/http/http.ts";
import { refreshUser, useUser } from "../../lib/user.ts";
import { ApiTokens } from "./api-tokens.tsx";
import { MailForm } from "./mail-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import classes from "./profile.module.css";
import { ProfileForm } from "./profile-form.tsx";
import { Sessions } from "./sessions.tsx";

export function Profile() {
  const user = useUser();
  return (
    <Page title="Your profile" lead="Your access, and the settings that you can change.">
      <div className={classes.grid}>
        <div className={classes.forms}>
          <section aria-labelledby="account-title" className={classes.card}>
            <h2 id="account-title">Account</h2>
            <Facts facts={factsOf(user)} blank="—" />
            <Text soft>Only an administrator can change these.</Text>
            {mayOpen(user, "forms") && (
              <Text>
                <Link to="/homepage/imports">Your imports</Link> ·{" "}
                <Link to="/homepage/jobs">Your exports and bulk changes</Link>
              </Text>
            )}
          </section>
          <Sessions user={user} />
          <ApiTokens />
        </div>
        <div className={classes.forms}>
          <ProfileForm
            key={`${user.name} ${user.position}`}
            user={user}
            onSave={async (changes) => {
              await call("PUT /api/auth/profile", changes);
              await refreshUser();
            }}
          />
          <MailForm user={user} />
          <PasswordForm user={user} />
        </div>
      </div>
    </Page>
  );
}

const factsOf = (user: CurrentUser): [string, string | null][] => [
  ["Username", user.username],
  ["E-mail", user.email],
  ["Role", user.roles],
  ["Level", user.level],
  ["Region", user.region_name],
  ["Province", user.province_name],
  ["Rights", user.access.rights.join(", ")],
  ["Screens", user.access.routes.map(tabLabel).join(", ")],
];
