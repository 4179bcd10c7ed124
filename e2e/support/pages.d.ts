/** Public pages, posts of the blog among them. */
export declare const publicPages: string[];
/** Screens around the notes, as SuperAdmin sees them. */
export declare const administrationScreens: string[];
