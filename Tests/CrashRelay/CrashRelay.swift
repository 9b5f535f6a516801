import Glibc
import Relay
import Runtime
import Signals

/// Phone, watch and hub as processes that are killed at any moment, and the count of what arrived.
///
/// - `hub SOCKET`: a hub.
/// - `side SOCKET phone|watch COUNT LOG`: a program that sends until COUNT user infos were promised, and writes down what
///   it was promised and what it has received.
/// - `run COUNT SEED FOLDER`: all three, killed again and again; prints what came of it.
@main
enum CrashRelay {
    static func main() async {
        let words = CommandLine.arguments
        do {
            switch words.dropFirst().first {
            case "hub" where words.count == 3:
                let hub = try RelayHub(path: words[2])
                _ = await terminationSignal()
                hub.stop()
            case "side" where words.count == 6:
                guard let role = RelayRole(rawValue: words[3]), let count = Int(words[4]) else { exit(2) }
                try await CrashSide(path: words[2], role: role, log: CrashLog(path: words[5])).run(count: count)
            case "run" where words.count == 5:
                guard let count = Int(words[2]), let seed = UInt64(words[3]) else { exit(2) }
                exit(try CrashRun(count: count, seed: seed, folder: words[4]).run() ? 0 : 1)
            default: exit(2)
            }
        } catch {
            print("crash-relay: \(error)")
            exit(1)
        }
    }
}
