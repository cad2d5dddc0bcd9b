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

export default function NextForm({ record, user, search }: Pick<ScreenProps, "record" | "user" | "search">) {
  const where = placesIn(search.where);
  const which = search.check === "unusual" ? "unusual" : "to_review";
  const { data } = useQuery(reviewByFormQuery(where));
  const navigate = useNavigate();
  const opening = useMutation({
    mutationFn: addressOfFirst,
    onSuccess: (address) => navigate(address),
  });
  if (!data) return null;
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
            onPress={() => opening.mutate({ form: next, which })}
          >
            Next form
          </ShortcutButton>
          <Text small>
            {next.label}: {count(next[which])} {which === "unusual" ? "unusual" : "to review"}
          </Text>
        </>
      )}
      {mayOpen(user, "report") && (
        <Link to="/homepage/report/$route" params={{ route: "ReviewQueue" }} search={{ where }}>
          Review queue
        </Link>
      )}
    </Group>
  );
}
