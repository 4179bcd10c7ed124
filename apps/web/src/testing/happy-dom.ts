interface Settings {
  handleDisabledFileLoadingAsSuccess: boolean;
  readonly navigation: { disableMainFrameNavigation: boolean; disableFallbackToSetURL: boolean };
}

/** Settings of the tests' browser, which the files of one worker share. */
export const browserSettings = (): Settings => (window as unknown as { happyDOM: { settings: Settings } }).happyDOM.settings;
