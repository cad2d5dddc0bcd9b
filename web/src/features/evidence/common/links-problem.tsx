/** Message that the links to files could not be loaded, for example while Storage is down, with "Try again". */
import { Button } from "../../../components/button.tsx";
import { Group, Text } from "../../../components/layout.tsx";
import { messageOf } from "../../../lib/http/problem.ts";
import type { useLinks } from "./use-links.ts";

export function LinksProblem({ links }: { links: ReturnType<typeof useLinks> }) {
  if (!links.isError || links.data) return null;
  return (
    <Group role="alert">
      <Text>{messageOf(links.error)}</Text>
      <Button look="default" onClick={() => void links.refetch()}>
        Try again
      </Button>
    </Group>
  );
}
