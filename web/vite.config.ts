/** `vite build web` looks for its configuration here. It is the configuration of the project. */
export { default } from "../vite.config.ts";
