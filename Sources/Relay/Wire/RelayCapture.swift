import Documents
import Runtime
package import Signals

/// What was captured from a connection or found in a journal, for tools that look into it and for fuzzing.
package enum RelayCapture {
    /// Reads what a program has sent to a hub, and lets a hub of its own hear it.
    /// - Returns: How many packets were understood, and what ended the reading; nil when all of it was.
    package static func read(stream: [UInt8]) -> (packets: Int, error: DecodeError?) {
        var decoder = RelayFrameDecoder()
        decoder.append(stream)
        var hub = RelayHubStateMachine()
        hub.opened(1)
        var count = 0
        do throws(DecodeError) {
            while let frame = try decoder.next() {
                let packet = try RelayPacket(kind: frame.kind, body: frame.body)
                count += 1
                let (kept, actions) = (
                    hub.kept, hub.received(packet, from: 1, now: Double(count), uptime: Double(count))
                )
                let isKept = actions.contains { if case .keep = $0 { true } else { false } }
                if isKept, hub.kept > kept { _ = hub.durable(through: hub.kept) }
            }
        } catch { return (count, error) }
        _ = hub.closed(1)
        return (count, nil)
    }

    /// Reads a journal, and lets a hub of its own start from it.
    /// - Returns: How many records are whole, how many bytes they have, and whether a hub that says them again in fewer
    ///   bytes means the same.
    package static func read(journal: [UInt8]) -> (records: Int, bytes: Int, isSame: Bool) {
        let (records, whole) = RelayJournalFile.records(in: journal)
        let first = RelayHubStateMachine(records: records).snapshot
        let second = RelayHubStateMachine(records: first).snapshot
        return (records.count, whole, Set(first) == Set(second))
    }

    /// Valid streams and journals, as seeds for fuzzing.
    package static var samples: [[UInt8]] {
        let text = Array(#"{"n":1}"#.utf8)
        let hello = RelayPacket.hello(RelayHello(role: .watch, session: "s")).frame
        let packets: [RelayPacket] = [
            .message(id: 1, wantsReply: true, isData: false, payload: text),
            .context(sequence: 0, isOwn: false, isSeen: false, payload: text),
            .userInfo(id: "s-1", sequence: 0, expires: 5, payload: text),
            .file(id: "s-2", name: "f", size: 3, metadata: text), .chunk(id: "s-2", offset: 0, bytes: [1, 2, 3]),
            .fileEnd(id: "s-2"), .cancel(id: "s-1"), .received(through: 9), .noted(ids: ["s-1"]), .presence(false),
            .complication(id: "s-3", sequence: 0, payload: text), .handled(ids: ["s-3"]),
            .query(id: 1, ["what": "pair"]), .query(id: 2, ["what": "claim", "code": "000000"]), .taken(id: 1), .pong,
        ]
        let key = RelayLaneKey(watch: "local", receiver: .phone)
        let record = RelayTransferRecord(id: "s-1", isFile: false, size: 7, created: 1, payload: text)
        var journal: [UInt8] = []
        let records: [RelayRecord] = [
            .journal("j"), .paired(RelayPairing(watch: "local", name: "local", created: 1)), .active(watch: "local"),
            .phoneInstalled, .put(key, sequence: 1, record, spool: nil), .ended(key, sequence: 1, code: nil),
            .noted(key, sequence: 1), .context(key, sequence: 1, payload: text), .contextSeen(key, sequence: 1),
            .counters(key, next: 2, delivered: 1, recent: ["s-1"]), .budget(watch: "local", day: 1, used: 2),
        ]
        for record in records { RelayJournalFile.append(record.bytes, to: &journal) }
        return packets.map { hello + $0.frame } + [hello + packets.flatMap(\.frame), journal]
    }
}
