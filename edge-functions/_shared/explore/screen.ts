/** Value of `screen` in saved views of the Explore screen. In other saved views, it is the route of a list. */
export const exploreScreen = "Explore";
