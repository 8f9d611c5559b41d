// The types as the contract of the agent's actions has them. `agent.d.ts` is held against this file; change it only with
// the contract.

export interface ModelStepOutput {
  thought: string;
  action: AgentAction;
  raw: string;
}

export type AgentAction =
  | { type: "tap"; x: number; y: number; reason?: string }
  | {
      type: "swipe";
      x1: number;
      y1: number;
      x2: number;
      y2: number;
      durationMs?: number;
      reason?: string;
    }
  | {
      type: "drag";
      x1: number;
      y1: number;
      x2: number;
      y2: number;
      durationMs?: number;
      reason?: string;
    }
  | {
      type: "long_press_drag";
      x1: number;
      y1: number;
      x2: number;
      y2: number;
      holdMs?: number;
      durationMs?: number;
      reason?: string;
    }
  | { type: "type"; text: string; reason?: string }
  | { type: "keyevent"; keycode: string; reason?: string }
  | { type: "launch_app"; packageName: string; reason?: string }
  | { type: "shell"; command: string; reason?: string }
  | { type: "run_script"; script: string; timeoutSec?: number; reason?: string }
  | { type: "read"; path: string; from?: number; lines?: number; reason?: string }
  | { type: "write"; path: string; content: string; append?: boolean; reason?: string }
  | { type: "edit"; path: string; find: string; replace: string; replaceAll?: boolean; reason?: string }
  | { type: "apply_patch"; input: string; reason?: string }
  | {
      type: "exec";
      command: string;
      workdir?: string;
      yieldMs?: number;
      background?: boolean;
      timeoutSec?: number;
      reason?: string;
    }
  | {
      type: "process";
      action: "list" | "poll" | "log" | "write" | "kill";
      sessionId?: string;
      input?: string;
      offset?: number;
      limit?: number;
      timeoutMs?: number;
      reason?: string;
    }
  | {
      type: "memory_search";
      query: string;
      maxResults?: number;
      minScore?: number;
      reason?: string;
    }
  | {
      type: "memory_get";
      path: string;
      from?: number;
      lines?: number;
      reason?: string;
    }
  | {
      type: "request_human_auth";
      capability:
        | "camera"
        | "qr"
        | "microphone"
        | "voice"
        | "nfc"
        | "sms"
        | "2fa"
        | "location"
        | "biometric"
        | "notification"
        | "contacts"
        | "calendar"
        | "files"
        | "oauth"
        | "payment"
        | "permission"
        | "unknown";
      instruction: string;
      timeoutSec?: number;
      reason?: string;
      uiTemplate?: {
        templateId?: string;
        title?: string;
        summary?: string;
        capabilityHint?: string;
        artifactKind?: "auto" | "credentials" | "payment_card" | "form";
        requireArtifactOnApprove?: boolean;
        allowTextAttachment?: boolean;
        allowLocationAttachment?: boolean;
        allowPhotoAttachment?: boolean;
        allowAudioAttachment?: boolean;
        allowFileAttachment?: boolean;
        fileAccept?: string;
        middleHtml?: string;
        middleCss?: string;
        middleScript?: string;
        approveScript?: string;
        approveLabel?: string;
        rejectLabel?: string;
        noteLabel?: string;
        notePlaceholder?: string;
        fields?: Array<{
          id: string;
          label: string;
          type:
            | "text"
            | "textarea"
            | "password"
            | "email"
            | "number"
            | "date"
            | "select"
            | "otp"
            | "card-number"
            | "expiry"
            | "cvc";
          placeholder?: string;
          required?: boolean;
          helperText?: string;
          options?: Array<{ label: string; value: string }>;
          autocomplete?: string;
          artifactKey?: string;
        }>;
        style?: {
          brandColor?: string;
          backgroundCss?: string;
          fontFamily?: string;
        };
      };
      templatePath?: string;
    }
  | { type: "wait"; durationMs?: number; reason?: string }
  | { type: "finish"; message: string };

export interface ScreenSnapshotCaptureMetrics {
  totalMs: number;
  ensureReadyMs: number;
  screencapMs: number;
  screenSizeMs: number;
  currentAppMs: number;
  scaleMs: number;
  uiDumpMs: number;
  overlayMs: number;
  uiElementsSource: "fresh" | "cache" | "cache_fallback" | "fresh_empty";
  uiElementsCount: number;
  visualHash: string;
  visualHashHammingDistance: number | null;
  uiDumpTimedOut: boolean;
}

export interface UiElementSnapshot {
  id: string;
  text: string;
  contentDesc: string;
  resourceId: string;
  className: string;
  clickable: boolean;
  enabled: boolean;
  bounds: { left: number; top: number; right: number; bottom: number };
  center: { x: number; y: number };
  scaledBounds: { left: number; top: number; right: number; bottom: number };
  scaledCenter: { x: number; y: number };
}

export interface ScreenSnapshot {
  deviceId: string;
  currentApp: string;
  width: number;
  height: number;
  screenshotBase64: string;
  somScreenshotBase64: string | null;
  capturedAt: string;
  scaleX: number;
  scaleY: number;
  scaledWidth: number;
  scaledHeight: number;
  installedPackages?: string[];
  uiElements: UiElementSnapshot[];
  captureMetrics?: ScreenSnapshotCaptureMetrics;
}
