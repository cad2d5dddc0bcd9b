/** Name of the Explore screen in saved views. Other views have the route of their list there. */
export const exploreScreen = "Explore";
