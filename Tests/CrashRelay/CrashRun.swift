import Glibc
import Relay
import Signals

/// Starts hub, phone and watch, kills one after the other at random, starts it again, and counts.
final class CrashRun {
    private enum Part: Int, CaseIterable { case hub, phone, watch }

    private let count: Int
    private let folder: String
    private var state: UInt64
    private var processes: [Part: pid_t] = [:]
    private var kills = [0, 0, 0]

    init(count: Int, seed: UInt64, folder: String) throws {
        (self.count, self.folder) = (count, folder)
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Failure(.failed, "\(folder) cannot be made.") }
    }

    /// - Returns: Whether nothing was lost and nothing came twice.
    func run() throws -> Bool {
        for part in Part.allCases { try start(part) }
        defer { for pid in processes.values { end(pid) } }
        let begin = time(nil)
        while !isPromised(), time(nil) - begin < 1200 {
            usleep(UInt32(20_000 + random(60_000)))
            let part = Part.allCases[random(3)]
            kills[part.rawValue] += 1
            if let pid = processes[part] { end(pid) }
            try start(part)
        }
        for _ in 0..<2000 {
            if isReceived() { break }
            usleep(10_000)
        }
        return report(seconds: time(nil) - begin)
    }

    private func random(_ sides: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % sides
    }

    private func log(_ part: Part) -> String { "\(folder)/\(part).log" }

    private func numbers(_ word: Substring, of part: Part) -> [Int] {
        CrashLog.lines(log(part)).compactMap { $0.first == word && $0.count > 1 ? Int($0[1]) : nil }
    }

    private func isPromised() -> Bool {
        [Part.phone, .watch].allSatisfy { numbers("p", of: $0).count >= count }
    }

    private func isReceived() -> Bool {
        [(Part.phone, Part.watch), (.watch, .phone)].allSatisfy { sender, receiver in
            Set(numbers("p", of: sender)).isSubset(of: numbers("r", of: receiver))
        }
    }

    private func report(seconds: Int) -> Bool {
        var (promised, received, lost, twice, disordered) = (0, 0, 0, 0, 0)
        for (sender, receiver) in [(Part.phone, Part.watch), (.watch, .phone)] {
            let (given, taken) = (Set(numbers("p", of: sender)), numbers("r", of: receiver))
            promised += given.count
            received += taken.count
            lost += given.subtracting(taken).count
            twice += taken.count - Set(taken).count
            disordered += zip(taken, taken.dropFirst()).count { $0 >= $1 }
        }
        print(
            "{\"promised\":\(promised),\"received\":\(received),\"lost\":\(lost),\"twice\":\(twice),"
                + "\"out_of_order\":\(disordered),\"kills\":{\"hub\":\(kills[0]),\"phone\":\(kills[1]),"
                + "\"watch\":\(kills[2])},\"seconds\":\(seconds)}")
        return lost == 0 && twice == 0 && disordered == 0 && promised >= 2 * count
    }

    private func start(_ part: Part) throws {
        let own = CommandLine.arguments[0]
        let socket = "\(folder)/relay.sock"
        let arguments =
            switch part {
            case .hub: ["hub", socket]
            case .phone, .watch: ["side", socket, "\(part)", "\(count)", log(part)]
            }
        var words: [UnsafeMutablePointer<CChar>?] = ([own] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, "/proc/self/exe", nil, nil, &words, environ)
        guard code == 0 else {
            throw Failure(.failed, "\(part) cannot be started: \(String(cString: strerror(code))).")
        }
        processes[part] = pid
    }

    private func end(_ pid: pid_t) {
        kill(pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }
}
