/**
 * Gives property tests a fixed seed, so that unchanged code gives unchanged results. With `PROPERTY_SEED=random`, `npm
 * test` tries new cases; a number repeats the cases of that seed.
 */
import fc from "fast-check";

const seed = process.env.PROPERTY_SEED ?? "20261127";
if (seed !== "random") fc.configureGlobal({ seed: Number(seed) });
