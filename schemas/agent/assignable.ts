// Holds the generated types against the contract's: `check.sh` compiles this file, and nothing is emitted.
import type * as contract from "./contract";
import type * as ours from "./agent";

/** True only for types that are the same, optional keys included. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
type Assignable<From, To> = [From] extends [To] ? true : false;
type Flat<T> = { [Key in keyof T]: T[Key] };
type ActionOf<Union, Type> = Extract<Union, { type: Type }>;

declare function holds<_Truth extends true>(): void;

// One way and the other.
holds<Assignable<ours.AgentAction, contract.AgentAction>>();
holds<Assignable<contract.AgentAction, ours.AgentAction>>();
holds<Assignable<ours.ModelStepOutput, contract.ModelStepOutput>>();
holds<Assignable<contract.ModelStepOutput, ours.ModelStepOutput>>();
holds<Assignable<ours.ScreenSnapshot, contract.ScreenSnapshot>>();
holds<Assignable<contract.ScreenSnapshot, ours.ScreenSnapshot>>();

// The same keys, where nothing was added.
holds<Same<ours.AgentAction["type"], contract.AgentAction["type"]>>();
type Differing = {
  [Type in contract.AgentAction["type"]]: Same<
    Flat<ActionOf<ours.AgentAction, Type>>,
    Flat<ActionOf<contract.AgentAction, Type>>
  > extends true
    ? never
    : Type;
}[contract.AgentAction["type"]];
holds<Same<Differing, never>>();
holds<Same<Flat<ours.UiElementSnapshot>, Flat<contract.UiElementSnapshot>>>();
holds<Same<Flat<ours.ScreenSnapshotCaptureMetrics>, Flat<contract.ScreenSnapshotCaptureMetrics>>>();

// Only the extensions are new.
type Extensions = "id" | "generation" | "coherent" | "screenState";
holds<Same<Exclude<keyof ours.ScreenSnapshot, keyof contract.ScreenSnapshot>, Extensions>>();
holds<Assignable<{}, Pick<ours.ScreenSnapshot, Extensions>>>();

// The checks notice a difference: an optional key more, a word less, a key that is required.
type Tap = ActionOf<contract.AgentAction, "tap">;
// @ts-expect-error
holds<Same<Flat<Tap & { force?: number }>, Flat<Tap>>>();
// @ts-expect-error
holds<Assignable<{ type: "tap"; x: number; reason?: string }, Tap>>();
// @ts-expect-error
holds<Assignable<contract.AgentAction, Exclude<ours.AgentAction, { type: "drag" }>>>();
