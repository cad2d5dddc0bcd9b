/** The user's imports, with links to their receipts. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Skeleton } from "../../components/button.tsx";
import { Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { Pager } from "../../components/pager.tsx";
import { Scroller } from "../../components/scroller.tsx";
import { count, momentInManila } from "../../lib/format.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { pageSize, useImports } from "../../records/receipts/receipts.ts";
import classes from "./imports.module.css";

export function Imports() {
  const [page, setPage] = useState(1);
  const imports = useImports(page);
  const { data: made = [], total = 0 } = imports.data ?? {};
  return (
    <Page
      title="Your imports"
      lead="Your imports from files and pasted rows. You can take back rows that no one has changed since."
    >
      {imports.isPending && <Skeleton height={240} />}
      {imports.isError && <Notice tone="bad">{messageOf(imports.error)}</Notice>}
      {imports.isSuccess && total === 0 && (
        <Text className={classes.part}>
          You have not imported anything yet. To import, open a list and choose More, then Import.
        </Text>
      )}
      {made.length > 0 && <ImportTable imports={made} />}
      <Pager
        page={page}
        size={pageSize}
        total={imports.data?.total}
        failed={imports.isError}
        settled={imports.isSuccess && !imports.isPlaceholderData}
        onPage={setPage}
      />
    </Page>
  );
}

type Import = NonNullable<ReturnType<typeof useImports>["data"]>["data"][number];

const ImportTable = ({ imports }: { imports: readonly Import[] }) => (
  <Scroller label="Imports" className={classes.part}>
    <table>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Records</th>
          <th scope="col">Imported</th>
          <th scope="col">Rows saved</th>
          <th scope="col">Taken back</th>
        </tr>
      </thead>
      <tbody>
        {imports.map((one) => (
          <tr key={one.import_id}>
            <td>
              <Link to="/homepage/imports/$id" params={{ id: one.import_id }}>
                {one.file_name}
              </Link>
            </td>
            <td>{one.label}</td>
            <td>{momentInManila(one.at)}</td>
            <td>{one.saved === one.rows ? count(one.saved) : `${count(one.saved)} of ${count(one.rows)}`}</td>
            <td>{one.taken_back_at ? momentInManila(one.taken_back_at) : "—"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroller>
);
