import Glibc

@main
enum Nightjar {
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        exit(await CommandTable.run(Array(CommandLine.arguments.dropFirst())))
    }
}
