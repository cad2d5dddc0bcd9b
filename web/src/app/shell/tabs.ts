/** The tabs in the header. Each user sees the tabs that are in the route list of the user's role (spec section 2). */
import { type HeaderTab, headerTabs, tabLabels } from "#shared/access/tab-labels.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { mayOpen } from "../../lib/guards.ts";

interface Tab {
  route: HeaderTab;
  label: string;
  to: `/homepage/${HeaderTab}`;
}

const tabs: readonly Tab[] = headerTabs.map((route) => ({
  ...{ route, label: tabLabels[route] },
  to: `/homepage/${route}`,
}));

export const tabsOf = (user: CurrentUser): Tab[] => tabs.filter((tab) => mayOpen(user, tab.route));
