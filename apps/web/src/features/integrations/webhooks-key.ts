/** Under which what is known of webhooks is kept in the browser. */
export const webhooksKey = ['webhooks'];
