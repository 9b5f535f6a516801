import Relay
import Runtime
import Synchronization

/// One side: `s N` before it sends, `p N` when that is promised, `r N SEQUENCE JOURNAL PAIRING` when it has received.
final class CrashSide: RelaySessionDelegate {
    /// User infos that need not be promised before the next is sent.
    private static let ahead = 8

    private let session: RelaySession
    private let log: CrashLog

    init(path: String, role: RelayRole, log: CrashLog) throws {
        self.log = log
        let last = CrashLog.lines(log.path).last { $0.first == "r" && $0.count == 5 }
        let mark = last.flatMap { words in
            Int(words[2]).map {
                RelaySession.ReceivedMark(journal: String(words[3]), sequence: $0, pairing: String(words[4]))
            }
        }
        session = try RelaySession(role: role, path: path, received: mark.map { [$0] } ?? [])
    }

    func run(count: Int) async throws {
        let lines = CrashLog.lines(log.path)
        var promised = lines.count { $0.first == "p" }
        var number = (lines.compactMap { $0.first == "s" ? Int($0[1]) : nil }.max() ?? 0) + 1
        session.delegate = self
        session.activate()
        while session.activationState != .activated || !session.isPaired {
            try await Task.sleep(for: .milliseconds(2))
        }
        while promised < count {
            let batch = (number..<number + Self.ahead).map { number in
                log.write("s \(number)")
                return (number, session.transferUserInfo(["n": .number(Double(number))]))
            }
            number += Self.ahead
            for (number, transfer) in batch {
                do { try await transfer.stored() } catch { continue }
                log.write("p \(number)")
                promised += 1
            }
        }
        // Still receives, until it is killed.
        while true { try await Task.sleep(for: .seconds(1)) }
    }

    func session(
        _ session: RelaySession, didReceiveUserInfo userInfo: RelayPayload, mark: RelaySession.ReceivedMark
    ) { log.write("r \(userInfo["n"]?.integer ?? -1) \(mark.sequence) \(mark.journal) \(mark.pairing)") }
}
