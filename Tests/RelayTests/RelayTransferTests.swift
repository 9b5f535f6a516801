import Foundation
import Testing

@testable import Relay

@Suite("Relay transfers over a socket")
struct RelayTransferTests: RelaySessionSuite {
    let bench = RelayTestSessions()

    @Test("brings a file with what is said about it, once, and takes it away when its receiver returns")
    func file() async throws {
        try bench.hub()
        let path = bench.path + ".csv"
        defer { unlink(path) }
        try Data(repeating: 7, count: 300_001).write(to: URL(fileURLWithPath: path))
        let (sent, got) = (RelayEventLog(), RelayEventLog())
        let phone = try bench.session(.phone, sent)
        let watch = try bench.session(.watch, got)
        #expect(try await eventually { phone.isWatchAppInstalled && watch.isReachable })
        let transfer = phone.transferFile(path, metadata: ["night": "2026-05-01"])
        try await transfer.stored()
        let name = try #require(path.split(separator: "/").last)
        #expect(try await eventually { got.all.contains("file \(name) 300001 {\"night\":\"2026-05-01\"}") })
        #expect(try await eventually { sent.all.contains("finished \(name) 0") })
        #expect(!transfer.isTransferring && transfer.fractionCompleted == 1)
        #expect(phone.outstandingFileTransfers.isEmpty)
        let place = try #require(got.all.first { $0.hasPrefix("at ") }).dropFirst(3)
        #expect(try await eventually { access(String(place), F_OK) != 0 })
        #expect(got.all.count { $0.hasPrefix("file ") } == 1)
    }

    @Test("says at the end what is wrong with a transfer: 7008, 7013, 7009, 7010")
    func faults() async throws {
        try bench.hub()
        let eventLog = RelayEventLog()
        let (phone, other) = (try bench.session(.phone, eventLog), RelayEventLog())
        let watch = try bench.session(.watch, other)
        #expect(try await eventually { phone.isWatchAppInstalled && watch.isReachable })
        phone.transferFile("")
        phone.transferFile("/nowhere/at/all.bin")
        phone.transferFile(NSTemporaryDirectory())
        #expect(try await eventually { eventLog.all.contains("finished file 7008") })
        #expect(try await eventually { eventLog.all.contains("finished all.bin 7013") })
        #expect(try await eventually { eventLog.all.count { $0.hasSuffix(" 7013") } == 2 })
        let large = phone.transferUserInfo(["x": .string(String(repeating: "x", count: 65_536))])
        let wrong = phone.transferUserInfo(["x": nil])
        await #expect(throws: RelayError(.payloadTooLarge)) { try await large.stored() }
        await #expect(throws: RelayError(.payloadUnsupportedTypes)) { try await wrong.stored() }
        #expect(try await eventually { phone.outstandingUserInfoTransfers.isEmpty })
        #expect(!other.all.contains { $0.hasPrefix("info") || $0.hasPrefix("file") })
    }

    @Test("lists what waits, ends one of it on request, and brings the rest in order")
    func cancel() async throws {
        try bench.hub()
        let (sent, got) = (RelayEventLog(), RelayEventLog())
        try await bench.visit(.watch)
        let phone = try bench.session(.phone, sent)
        #expect(try await eventually { phone.isWatchAppInstalled })
        let transfers = (1...3).map { phone.transferUserInfo(["n": .number(Double($0))]) }
        for transfer in transfers { try await transfer.stored() }
        #expect(phone.outstandingUserInfoTransfers.map(\.id) == transfers.map(\.id))
        transfers[1].cancel()
        #expect(try await eventually { sent.all.contains(#"finished {"n":2} 7001"#) })
        #expect(phone.outstandingUserInfoTransfers.map(\.id) == [transfers[0].id, transfers[2].id])
        let watch = try bench.session(.watch, got)
        #expect(try await eventually { got.all.contains(#"info {"n":3}"#) && !watch.hasContentPending })
        #expect(got.all.filter { $0.hasPrefix("info") } == [#"info {"n":1}"#, #"info {"n":3}"#])
        #expect(try await eventually { sent.all.contains(#"finished {"n":3} 0"#) })
        #expect(!transfers[2].isTransferring && phone.outstandingUserInfoTransfers.isEmpty)
    }

    @Test("keeps what was promised while every program is away, and tells the sender's next run how it ended")
    func restart() async throws {
        var hub = try bench.hub()
        try await bench.visit(.watch)
        let first = try bench.session(.phone, RelayEventLog())
        #expect(try await eventually { first.isWatchAppInstalled })
        try await first.transferUserInfo(["n": 1]).stored()
        first.invalidate()
        hub.stop()
        hub = try bench.hub()
        let (later, got) = (RelayEventLog(), RelayEventLog())
        let phone = try bench.session(.phone, later)
        #expect(try await eventually { phone.outstandingUserInfoTransfers.count == 1 })
        #expect(phone.outstandingUserInfoTransfers.first?.userInfo == ["n": 1])
        let watch = try bench.session(.watch, got)
        #expect(try await eventually { got.all.contains(#"info {"n":1}"#) && !watch.hasContentPending })
        #expect(try await eventually { later.all.contains(#"finished {"n":1} 0"#) })
        #expect(phone.outstandingUserInfoTransfers.isEmpty)
    }
}
