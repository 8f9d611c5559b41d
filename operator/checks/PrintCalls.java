import dev.clawperator.operator.hidden.Call;

/** Prints the table of hidden calls as the program has it: a name and a form on each line. */
final class PrintCalls {
    private PrintCalls() {}

    public static void main(String[] arguments) {
        for (Call call : Call.values()) {
            for (String form : call.forms()) {
                System.out.println(call + "\t" + form);
            }
        }
    }
}
