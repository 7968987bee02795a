import type { Menu, MenuItemConstructorOptions } from 'electron';
import type { Context } from '../context.ts';
import { strict } from '../strict.ts';

/** A menu's entry as the app described it, with Electron's defaults. */
export type StandInMenuItem = Omit<MenuItemConstructorOptions, 'submenu' | 'click'> & {
  type: string;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  submenu?: StandInMenuPart;
  click(...args: unknown[]): void;
};
/** The part of a menu that tests and the app read. */
export interface StandInMenuPart {
  items: StandInMenuItem[];
  getMenuItemById(id: string): StandInMenuItem | null;
}

/** The class `Menu`: templates are kept as data; no menu is drawn. */
export function createMenu(context: Context, focused: () => unknown) {
  let applicationMenu: StandInMenu | null = null;
  const toItem = (options: MenuItemConstructorOptions): StandInMenuItem => {
    const { submenu, click, ...rest } = options;
    const item: StandInMenuItem = {
      enabled: true,
      visible: true,
      checked: false,
      ...rest,
      type: options.type ?? (submenu ? 'submenu' : 'normal'),
      label: options.label ?? options.role ?? '',
      // An item gets the focused window first, as in Electron; the app's function takes what Electron would give.
      click: (...args: unknown[]) => (click as ((...all: unknown[]) => void) | undefined)?.(item, focused(), ...args),
    };
    if (submenu)
      item.submenu = Array.isArray(submenu)
        ? StandInMenu.buildFromTemplate(submenu)
        : (submenu as unknown as StandInMenu);
    return item;
  };
  class StandInMenu implements StandInMenuPart {
    items: StandInMenuItem[] = [];
    static buildFromTemplate(template: MenuItemConstructorOptions[]): StandInMenu {
      const menu = new StandInMenu();
      menu.items = template.map(toItem);
      return menu;
    }
    static setApplicationMenu(menu: StandInMenu | null): void {
      applicationMenu = menu;
    }
    static getApplicationMenu(): StandInMenu | null {
      return applicationMenu;
    }
    append(item: StandInMenuItem): void {
      this.items.push(item);
    }
    popup(): void {
      context.record(
        'menu.popup',
        this.items.map((item) => item.label),
      );
    }
    getMenuItemById(id: string): StandInMenuItem | null {
      for (const item of this.items) {
        const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
        if (found) return found;
      }
      return null;
    }
  }
  strict('Menu', StandInMenu.prototype);
  return strict('Menu', StandInMenu) satisfies Record<
    keyof Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu' | 'getApplicationMenu'>,
    unknown
  >;
}
