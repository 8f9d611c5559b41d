package dev.clawperator.operator.hidden;

/**
 * Every call that is not part of Android's public interface of API 24, with each form that it has had; the first that a
 * phone has is used. This is the only list: what is not here cannot be called, and `operator/hidden-calls` resolves all
 * of it against each release.
 */
public enum Call {
    SERVICE("static android.os.ServiceManager.getService(java.lang.String)android.os.IBinder"),

    NEW_CONNECTION("new android.app.UiAutomationConnection()"),
    CONNECTION_DISCONNECT("android.app.UiAutomationConnection.disconnect()void"),
    NEW_AUTOMATION("new android.app.UiAutomation(android.os.Looper,android.app.IUiAutomationConnection)"),
    CONNECT("android.app.UiAutomation.connect(int)void"),
    DISCONNECT("android.app.UiAutomation.disconnect()void"),
    AUTOMATION_THREAD("field android.app.UiAutomation.mRemoteCallbackThread:android.os.HandlerThread"),
    CONNECTION_ID("android.app.UiAutomation.getConnectionId()int"),
    CLEAR_CACHE("android.app.UiAutomation.clearCache()boolean"),
    INTERACTION_CLIENT(
            "static android.view.accessibility.AccessibilityInteractionClient.getInstance()"
                    + "android.view.accessibility.AccessibilityInteractionClient"),
    CLIENT_CLEAR_CACHE(
            "android.view.accessibility.AccessibilityInteractionClient.clearCache(int)void",
            "android.view.accessibility.AccessibilityInteractionClient.clearCache()void"),
    SOURCE_NODE_ID("android.view.accessibility.AccessibilityNodeInfo.getSourceNodeId()long"),
    EVENT_SOURCE("android.view.accessibility.AccessibilityRecord.getSourceNodeId()long"),
    CHECKED_STATE("android.view.accessibility.AccessibilityNodeInfo.getChecked()int"),

    INPUT_GLOBAL(
            "static android.hardware.input.InputManagerGlobal.getInstance()android.hardware.input.InputManagerGlobal"),
    INPUT_GLOBAL_INJECT(
            "android.hardware.input.InputManagerGlobal.injectInputEvent(android.view.InputEvent,int)boolean"),
    INPUT_MANAGER("static android.hardware.input.InputManager.getInstance()android.hardware.input.InputManager"),
    INPUT_MANAGER_INJECT("android.hardware.input.InputManager.injectInputEvent(android.view.InputEvent,int)boolean"),

    WINDOW_SERVICE(
            "static android.view.IWindowManager$Stub.asInterface(android.os.IBinder)android.view.IWindowManager"),
    KEYGUARD_LOCKED("android.view.IWindowManager.isKeyguardLocked()boolean"),
    KEYGUARD_SECURE(
            "android.view.IWindowManager.isKeyguardSecure(int)boolean",
            "android.view.IWindowManager.isKeyguardSecure()boolean"),
    DISMISS_KEYGUARD(
            "android.view.IWindowManager.dismissKeyguard("
                    + "com.android.internal.policy.IKeyguardDismissCallback,java.lang.CharSequence)void",
            "android.view.IWindowManager.dismissKeyguard(com.android.internal.policy.IKeyguardDismissCallback)void",
            "android.view.IWindowManager.dismissKeyguard()void"),
    ROTATION_FROZEN("android.view.IWindowManager.isRotationFrozen()boolean"),
    USER_ROTATION("android.view.IWindowManager.getDisplayUserRotation(int)int"),
    FREEZE_ROTATION(
            "android.view.IWindowManager.freezeRotation(int,java.lang.String)void",
            "android.view.IWindowManager.freezeRotation(int)void"),
    THAW_ROTATION(
            "android.view.IWindowManager.thawRotation(java.lang.String)void",
            "android.view.IWindowManager.thawRotation()void"),

    POWER_SERVICE("static android.os.IPowerManager$Stub.asInterface(android.os.IBinder)android.os.IPowerManager"),
    IS_INTERACTIVE("android.os.IPowerManager.isInteractive()boolean"),

    CLIPBOARD_SERVICE(
            "static android.content.IClipboard$Stub.asInterface(android.os.IBinder)android.content.IClipboard"),
    GET_CLIP(
            "android.content.IClipboard.getPrimaryClip(java.lang.String,java.lang.String,int,int)"
                    + "android.content.ClipData",
            "android.content.IClipboard.getPrimaryClip(java.lang.String,int)android.content.ClipData",
            "android.content.IClipboard.getPrimaryClip(java.lang.String)android.content.ClipData"),
    SET_CLIP(
            "android.content.IClipboard.setPrimaryClip("
                    + "android.content.ClipData,java.lang.String,java.lang.String,int,int)void",
            "android.content.IClipboard.setPrimaryClip(android.content.ClipData,java.lang.String,int)void",
            "android.content.IClipboard.setPrimaryClip(android.content.ClipData,java.lang.String)void"),
    CLEAR_CLIP(
            "android.content.IClipboard.clearPrimaryClip(java.lang.String,java.lang.String,int,int)void",
            "android.content.IClipboard.clearPrimaryClip(java.lang.String,int)void",
            "android.content.IClipboard.clearPrimaryClip(java.lang.String)void"),

    CURRENT_USER("static android.app.ActivityManager.getCurrentUser()int"),
    TASK_SERVICE(
            "static android.app.IActivityTaskManager$Stub.asInterface(android.os.IBinder)"
                    + "android.app.IActivityTaskManager"),
    TASKS(
            "android.app.IActivityTaskManager.getTasks(int,boolean,boolean,int)java.util.List",
            "android.app.IActivityTaskManager.getTasks(int,boolean,boolean)java.util.List",
            "android.app.IActivityTaskManager.getTasks(int)java.util.List"),
    ACTIVITY_SERVICE(
            "static android.app.IActivityManager$Stub.asInterface(android.os.IBinder)android.app.IActivityManager",
            "static android.app.ActivityManagerNative.asInterface(android.os.IBinder)android.app.IActivityManager"),
    ACTIVITY_TASKS(
            "android.app.IActivityManager.getTasks(int)java.util.List",
            "android.app.IActivityManager.getTasks(int,int)java.util.List"),

    DISPLAYS(
            "static android.hardware.display.DisplayManagerGlobal.getInstance()"
                    + "android.hardware.display.DisplayManagerGlobal"),
    DISPLAY_INFO("android.hardware.display.DisplayManagerGlobal.getDisplayInfo(int)android.view.DisplayInfo"),
    DISPLAY_WIDTH("field android.view.DisplayInfo.logicalWidth:int"),
    DISPLAY_HEIGHT("field android.view.DisplayInfo.logicalHeight:int"),
    DISPLAY_ROTATION("field android.view.DisplayInfo.rotation:int"),
    DISPLAY_DENSITY("field android.view.DisplayInfo.logicalDensityDpi:int"),

    NEW_CAPTURE_ARGS(
            "new android.window.ScreenCaptureInternal$CaptureArgs$Builder()",
            "new android.window.ScreenCapture$CaptureArgs$Builder()"),
    CAPTURE_ARGS(
            "android.window.ScreenCaptureInternal$CaptureArgs$Builder.build()"
                    + "android.window.ScreenCaptureInternal$CaptureArgs",
            "android.window.ScreenCapture$CaptureArgs$Builder.build()android.window.ScreenCapture$CaptureArgs"),
    CAPTURE_LISTENER(
            "static android.window.ScreenCaptureInternal.createSyncCaptureListener()"
                    + "android.window.ScreenCaptureInternal$SynchronousScreenCaptureListener",
            "static android.window.ScreenCapture.createSyncCaptureListener()"
                    + "android.window.ScreenCapture$SynchronousScreenCaptureListener"),
    CAPTURE_BY_WINDOWS(
            "android.view.IWindowManager.captureDisplay(int,android.window.ScreenCaptureInternal$CaptureArgs,"
                    + "android.window.ScreenCaptureInternal$ScreenCaptureListener)void",
            "android.view.IWindowManager.captureDisplay(int,android.window.ScreenCapture$CaptureArgs,"
                    + "android.window.ScreenCapture$ScreenCaptureListener)void"),
    CAPTURED(
            "android.window.ScreenCaptureInternal$SynchronousScreenCaptureListener.getBuffer()"
                    + "android.window.ScreenCaptureInternal$ScreenshotHardwareBuffer",
            "android.window.ScreenCapture$SynchronousScreenCaptureListener.getBuffer()"
                    + "android.window.ScreenCapture$ScreenshotHardwareBuffer"),
    DISPLAY_TOKEN("static android.view.SurfaceControl.getInternalDisplayToken()android.os.IBinder"),
    NEW_DISPLAY_ARGS("new android.view.SurfaceControl$DisplayCaptureArgs$Builder(android.os.IBinder)"),
    DISPLAY_ARGS_SIZE(
            "android.view.SurfaceControl$DisplayCaptureArgs$Builder.setSize(int,int)"
                    + "android.view.SurfaceControl$DisplayCaptureArgs$Builder"),
    DISPLAY_ARGS(
            "android.view.SurfaceControl$DisplayCaptureArgs$Builder.build()"
                    + "android.view.SurfaceControl$DisplayCaptureArgs"),
    CAPTURE_DISPLAY(
            "static android.view.SurfaceControl.captureDisplay(android.view.SurfaceControl$DisplayCaptureArgs)"
                    + "android.view.SurfaceControl$ScreenshotHardwareBuffer"),
    BUFFER_BITMAP(
            "android.window.ScreenCaptureInternal$ScreenshotHardwareBuffer.asBitmap()android.graphics.Bitmap",
            "android.window.ScreenCapture$ScreenshotHardwareBuffer.asBitmap()android.graphics.Bitmap",
            "android.view.SurfaceControl$ScreenshotHardwareBuffer.asBitmap()android.graphics.Bitmap"),
    BUFFER_PIXELS(
            "android.window.ScreenCaptureInternal$ScreenshotHardwareBuffer.getHardwareBuffer()"
                    + "android.hardware.HardwareBuffer",
            "android.window.ScreenCapture$ScreenshotHardwareBuffer.getHardwareBuffer()"
                    + "android.hardware.HardwareBuffer",
            "android.view.SurfaceControl$ScreenshotHardwareBuffer.getHardwareBuffer()"
                    + "android.hardware.HardwareBuffer"),
    BUFFER_SECURE(
            "android.window.ScreenCaptureInternal$ScreenshotHardwareBuffer.containsSecureLayers()boolean",
            "android.window.ScreenCapture$ScreenshotHardwareBuffer.containsSecureLayers()boolean",
            "android.view.SurfaceControl$ScreenshotHardwareBuffer.containsSecureLayers()boolean",
            "android.view.SurfaceControl$ScreenshotGraphicBuffer.containsSecureLayers()boolean"),
    CAPTURE_GRAPHIC(
            "static android.view.SurfaceControl.screenshotToBuffer("
                    + "android.os.IBinder,android.graphics.Rect,int,int,boolean,int)"
                    + "android.view.SurfaceControl$ScreenshotGraphicBuffer"),
    GRAPHIC_BUFFER(
            "android.view.SurfaceControl$ScreenshotGraphicBuffer.getGraphicBuffer()android.graphics.GraphicBuffer"),
    GRAPHIC_DESTROY("android.graphics.GraphicBuffer.destroy()void"),
    GRAPHIC_COLORS(
            "android.view.SurfaceControl$ScreenshotGraphicBuffer.getColorSpace()android.graphics.ColorSpace"),
    GRAPHIC_BITMAP(
            "static android.graphics.Bitmap.wrapHardwareBuffer("
                    + "android.graphics.GraphicBuffer,android.graphics.ColorSpace)android.graphics.Bitmap");

    private final String[] forms;

    Call(String... forms) {
        this.forms = forms;
    }

    /** `new CLASS(TYPES)`, `[static ]CLASS.METHOD(TYPES)TYPE` or `field CLASS.FIELD:TYPE`. */
    public String[] forms() {
        return forms.clone();
    }
}
