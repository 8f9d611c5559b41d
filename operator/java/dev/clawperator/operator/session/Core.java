package dev.clawperator.operator.session;

/** What all streams of one launch share. */
final class Core {
    final Clock clock;
    final Log log;
    final Identity identity;
    /** Whom the program runs as. */
    final int user;
    final Timer timer;
    final Stirs stirs;
    final Notices notices;
    final Trees trees = new Trees();
    final Pool pool = new Pool(Server.MOST_ADMITTED * Workers.MOST, "operator request");
    final Holder holder;
    final Uses uses;
    final Looker looker;
    final Recorder recorder;
    final Acts acts;
    final Eye eye;

    Core(
            Clock clock,
            Log log,
            Identity identity,
            int user,
            Eye eye,
            Hand hand,
            Recordings files,
            Recorder.Stay stay,
            Stirs.Watcher watcher) {
        this.clock = clock;
        this.log = log;
        this.identity = identity;
        this.user = user;
        this.eye = eye;
        timer = new Timer(clock, log);
        stirs = new Stirs(clock, watcher);
        notices = new Notices(clock);
        holder = new Holder(clock);
        uses = new Uses(clock, timer, eye);
        looker = new Looker(clock, eye, stirs, trees, notices);
        recorder = new Recorder(clock, eye, looker, uses, files, identity, stay, log);
        acts = new Acts(clock, hand, looker, holder, uses, stirs, notices, recorder, timer, log);
        eye.listen(new Ears(stirs, notices, recorder));
    }
}
