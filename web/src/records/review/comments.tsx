/** Comments on a row, oldest first, each with author and time, and a field for a new comment. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button, Skeleton } from "../../components/button.tsx";
import { TextArea } from "../../components/fields/field.tsx";
import { Group, Stack, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { momentInManila } from "../../lib/format.ts";
import { api } from "../../lib/http/api.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { refusalForAnyRow } from "../common/rights.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  /** Id of the row. */
  id: number;
  /** Text of the new comment. */
  text: string;
  onText: (text: string) => void;
}

const commentsKey = (record: AnyRecord, id: number) => ["records", record.path, "comments", id];

export function Comments({ record, user, id, text, onText }: Props) {
  const comments = useQuery({
    queryKey: commentsKey(record, id),
    queryFn: ({ signal }) => api.comments(record.path, id, signal),
  });
  const silent = refusalForAnyRow(record, user, "comment") !== null;
  const fieldLabel = (name: string) => record.fields.find((field) => field.name === name)?.label ?? name;
  return (
    <section aria-label="Comments">
      <Stack>
        <Text strong>Comments</Text>
        {comments.isPending && <Skeleton height={48} />}
        {comments.isError && <Notice tone="bad">{messageOf(comments.error)}</Notice>}
        {comments.data?.length === 0 && (
          <Text small soft>
            No comments yet.
          </Text>
        )}
        {comments.data?.map(({ id: number, by, at, field, text: body }) => (
          <article key={number}>
            <Text small soft>
              {[by ?? "Someone", momentInManila(at), field && `on ${fieldLabel(field)}`]
                .filter(Boolean)
                .join(" · ")}
            </Text>
            <Text>{body}</Text>
          </article>
        ))}
        {!silent && <NewComment {...{ record, id, text, onText }} />}
      </Stack>
    </section>
  );
}

function NewComment({ record, id, text, onText }: Omit<Props, "user">) {
  const client = useQueryClient();
  const adding = useMutation({
    mutationFn: () => api.comment(record.path, { id, text }),
    onSuccess: async (all) => {
      onText("");
      client.setQueryData(commentsKey(record, id), all);
      await client.invalidateQueries({ queryKey: ["records", record.path, "history", id] });
    },
  });
  return (
    <>
      {adding.isError && <Notice tone="bad">{messageOf(adding.error)}</Notice>}
      <TextArea
        label="Your comment"
        rows={2}
        maxLength={2000}
        data-unsaved={text !== ""}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <Group at="end">
        <Button
          look="default"
          loading={adding.isPending}
          disabled={text.trim() === ""}
          onClick={() => adding.mutate()}
        >
          Comment
        </Button>
      </Group>
    </>
  );
}
