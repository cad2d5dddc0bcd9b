/**
 * Value of `screen` in saved views of the Explore screen. In all other saved views, `screen` is the route of a list.
 */
export const exploreScreen = "Explore";
