package dev.clawperator.host;

import android.app.ActivityManager.RunningTaskInfo;
import android.app.ActivityTaskManager.RootTaskInfo;
import android.app.IActivityClientController;
import android.app.IActivityTaskManager;
import android.app.TaskInfo;
import android.content.ComponentName;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.util.ReflectionHelpers;

/** Which tasks there are, the one in front first. */
final class TaskService extends SystemService<IActivityTaskManager> {
    private static final int LAUNCHER_TASK = 1;

    private final Phone.Parts phone;
    private final IActivityTaskManager others = ReflectionHelpers.createDeepProxy(IActivityTaskManager.class);
    private final IActivityClientController activities =
            ReflectionHelpers.createDeepProxy(IActivityClientController.class);
    private volatile List<RunningTaskInfo> last = List.of();

    TaskService(Phone.Parts phone) {
        super(IActivityTaskManager.class);
        this.phone = phone;
    }

    @Override
    Object answer(Method method, Object[] arguments) throws Exception {
        return switch (method.getName()) {
            case "getTasks" -> tasks((int) arguments[0]);
            case "getFocusedRootTaskInfo" -> focused();
            case "getActivityClientController" -> activities;
            default -> method.invoke(others, arguments);
        };
    }

    private List<RunningTaskInfo> tasks(int most) throws Exception {
        List<RunningTaskInfo> all = all();
        return new ArrayList<>(all.subList(0, Math.min(Math.max(most, 0), all.size())));
    }

    private RootTaskInfo focused() throws Exception {
        List<RunningTaskInfo> all = all();
        if (all.isEmpty()) {
            return null;
        }
        RootTaskInfo root = new RootTaskInfo();
        RunningTaskInfo front = all.get(0);
        fill(root, front.taskId, front.baseActivity, front.topActivity, front.numActivities, true);
        root.visible = true;
        return root;
    }

    /** While an app hangs, those that were there before. */
    private List<RunningTaskInfo> all() throws Exception {
        try {
            last = phone.loop.call(this::now, State.SYSTEM_MILLIS);
        } catch (Busy hung) {
            return last;
        }
        return last;
    }

    private List<RunningTaskInfo> now() {
        List<RunningTaskInfo> tasks = new ArrayList<>();
        boolean appInFront = phone.stack.isAppInFront();
        RunningTaskInfo launcher = new RunningTaskInfo();
        fill(launcher, LAUNCHER_TASK, Launcher.NAME, Launcher.NAME, 1, !appInFront);
        tasks.add(launcher);
        List<StackEntry> app = phone.stack.app();
        if (!app.isEmpty()) {
            RunningTaskInfo task = new RunningTaskInfo();
            ComponentName top = app.get(app.size() - 1).component;
            fill(task, LAUNCHER_TASK + phone.process.pid(), app.get(0).component, top, app.size(), appInFront);
            tasks.add(appInFront ? 0 : 1, task);
        }
        return tasks;
    }

    private static void fill(
            TaskInfo task, int id, ComponentName base, ComponentName top, int activities, boolean inFront) {
        task.taskId = id;
        task.baseActivity = base;
        task.topActivity = top;
        task.numActivities = activities;
        task.isRunning = true;
        task.isVisible = inFront;
        task.isFocused = inFront;
    }
}
