import Glibc
import Runtime

@main
enum Nightjar {
    static func main() async {
        // Before the first `await`, as that starts threads.
        Heap.keepSmall()
        signal(SIGPIPE, SIG_IGN)
        Termination.leave(await CommandTable.run(Array(CommandLine.arguments.dropFirst())))
    }
}
