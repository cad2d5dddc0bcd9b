/** Shows how much of this browser's storage is used, so that the user notices before the storage is full. */
import { useQuery } from "@tanstack/react-query";
import { Text } from "../../components/layout.tsx";
import classes from "./waiting.module.css";

const megabyte = 1024 * 1024;
/** The line contains a warning if more than this share of the storage is used. */
const nearlyFull = 0.8;

export function StorageLine() {
  const { data } = useQuery({
    queryKey: ["storage-estimate"],
    queryFn: async () => (await navigator.storage?.estimate()) ?? null,
    refetchInterval: 10_000,
  });
  if (!data?.quota || data.usage === undefined) return null;
  const share = data.usage / data.quota;
  const used = `${Math.ceil(data.usage / megabyte)} MB of ${Math.floor(data.quota / megabyte)} MB`;
  return (
    <Text small soft className={classes.part}>
      This system uses {used} of this browser's storage.
      {share > nearlyFull && " It is nearly full. Send the waiting entries before you add photos."}
    </Text>
  );
}
