/**
 * Two buttons at the end of a review list: one opens the first waiting row of the next form, the other opens the review
 * queue.
 */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Group, Text } from "../../components/layout.tsx";
import { count } from "../../lib/format.ts";
import { mayOpen } from "../../lib/guards.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import { addressOfFirst, findNextForm, placesIn, reviewByFormQuery } from "./review-by-form.ts";
import { ShortcutButton } from "./shortcut-button.tsx";

interface Props extends Pick<ScreenProps, "record" | "user" | "search"> {
  /** Runs an action after the user has confirmed the loss of a typed comment or reason. */
  unlessUnsaved: (run: () => void) => void;
}

export default function NextForm({ record, user, search, unlessUnsaved }: Props) {
  const where = placesIn(search.where);
  const which = search.check === "unusual" ? "unusual" : "to_review";
  const { data } = useQuery(reviewByFormQuery(where));
  const navigate = useNavigate();
  const opening = useMutation({
    mutationFn: addressOfFirst,
    onSuccess: (address) => navigate(address),
  });
  if (!data) return null;
  const queue = {
    to: "/homepage/report/$route",
    params: { route: "ReviewQueue" },
    search: { where },
  } as const;
  const next = findNextForm(data.data, record.route, which);
  return (
    <Group>
      {next && (
        <>
          <ShortcutButton
            name="form-next"
            shown="F"
            filled
            reason={opening.isPending ? "The next form is loading." : null}
            onPress={() => unlessUnsaved(() => opening.mutate({ form: next, which }))}
          >
            Next form
          </ShortcutButton>
          <Text small>
            {next.label}: {count(next[which])} {which === "unusual" ? "unusual" : "to review"}
          </Text>
        </>
      )}
      {mayOpen(user, "report") && (
        <Link
          {...queue}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            unlessUnsaved(() => void navigate(queue));
          }}
        >
          Review queue
        </Link>
      )}
    </Group>
  );
}
