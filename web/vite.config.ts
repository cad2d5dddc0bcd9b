/** `vite build web` looks for its settings here; they are the project's. */
export { default } from "../vite.config.ts";
