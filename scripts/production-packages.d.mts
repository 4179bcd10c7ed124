interface ProductionPackage {
  readonly place: string;
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
  readonly integrity: string | undefined;
  readonly needs: readonly string[];
}
export function productionPackages(): {
  readonly shipped: readonly ProductionPackage[];
  readonly all: readonly ProductionPackage[];
};
