package dev.clawperator.host;

/** The threads of one Operator: one that fails ends the Operator, and not the app. */
final class OperatorThreads extends ThreadGroup {
    private volatile Runnable end = () -> {};

    OperatorThreads() {
        super("operator");
    }

    void onFailure(Runnable work) {
        end = work;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        System.err.println("the Operator failed in " + thread.getName());
        thrown.printStackTrace();
        end.run();
    }
}
