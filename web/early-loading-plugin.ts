/**
 * Vite plugin that adds a small script to index.html. On pages behind the sign-in, the script preloads the app's files
 * while the entry module loads. Other pages don't need these files.
 */
import type { Plugin } from "vite";

/** @param app Id of the module that the entry imports on the pages behind the sign-in. */
export function earlyLoading(app: string): Plugin {
  let script = "";
  return {
    name: "early-loading",
    apply: "build",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const entry = chunks.find(({ isEntry }) => isEntry);
      const { fileName, imports } =
        chunks.find(({ moduleIds }) => moduleIds.includes(app)) ?? this.error(`No chunk of ${app}.`);
      const files = [fileName, ...imports].filter(
        (file) => file !== entry?.fileName && !entry?.imports.includes(file),
      );
      const source = `if (location.pathname.startsWith("/homepage"))
  for (const file of ${JSON.stringify(files)})
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: "/" + file }));
`;
      script = this.getFileName(this.emitFile({ type: "asset", name: "early.js", source }));
    },
    transformIndexHtml: () => [
      { tag: "script", attrs: { src: `/${script}`, async: true }, injectTo: "head-prepend" },
    ],
  };
}
