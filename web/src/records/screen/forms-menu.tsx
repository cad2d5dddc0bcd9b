/** Side menu with all record types under the Forms tab. */
import { SideMenu } from "../../components/side-menu.tsx";
import { sectionsOf } from "../common/record-screens.ts";

const sections = sectionsOf("forms");

export const FormsMenu = ({ current }: { current: string }) => (
  <SideMenu area="/homepage/forms/$route" label="Forms" noun="Form" sections={sections} current={current} />
);
