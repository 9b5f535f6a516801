import Documents
import Runtime
import Signals
import Testing

@testable import Relay

@Suite("Relay frames")
struct RelayFrameTests {
    private static let record = RelayTransferRecord(
        id: "a-1", isFile: true, name: "night.csv", size: 12, created: 5, expires: 7, payload: [1])
    private static let packets: [RelayPacket] = [
        .hello(RelayHello(role: .watch, session: "s", watch: "local", token: "t", received: 3, journal: "j")),
        .welcome(RelayStatus(watch: "local", journal: "j", isPaired: true, delivered: 4)), .status(RelayStatus()),
        .message(id: 7, wantsReply: true, isData: false, payload: Array(#"{"request":"hrv"}"#.utf8)),
        .message(id: 8, wantsReply: false, isData: true, payload: [10, 0, 255]), .reply(id: 7, payload: [123, 125]),
        .failure(id: 3, code: .notReachable), .failure(id: nil, code: .generic),
        .context(sequence: 2, isOwn: true, isSeen: false, payload: []), .contextSeen(sequence: 2),
        .userInfo(id: "a-2", sequence: 9, expires: 12.5, payload: [123]), .stored(ids: ["a-1", "a-2"]),
        .received(through: 9), .finished(record, code: .transferTimedOut), .finished(record, code: nil),
        .outstanding(record), .noted(ids: []), .cancel(id: "x"),
        .file(id: "f", name: "a b/c", size: 1 << 40, metadata: [123, 125]),
        .chunk(id: "f", offset: 9, bytes: [10, 10]),
        .fileEnd(id: "f"), .progress(id: "f", bytes: 9),
        .delivery(id: "f", sequence: 1, name: "n", path: "/p", metadata: [123, 125]), .presence(true), .activate,
        .inactive, .deactivated, .query(id: 1, ["what": "status"]), .answer(id: 1, [1, nil]),
        .complication(id: "c", sequence: 3, payload: [123, 125]), .handled(ids: ["c"]),
        .hello(RelayHello(role: .watch, session: "s", hasComplication: false)),
        .welcome(RelayStatus(contexts: 2, complications: 49)),
    ]

    @Test("read back whatever the cuts", arguments: [1, 2, 3, 7, 8, 9, 64, 10_000])
    func cuts(size: Int) throws {
        let bytes = Self.packets.flatMap(\.frame)
        var decoder = RelayFrameDecoder()
        var found: [RelayPacket] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            decoder.append(bytes[start..<min(start + size, bytes.count)])
            while let frame = try decoder.next() { found.append(try RelayPacket(kind: frame.kind, body: frame.body)) }
        }
        #expect(found == Self.packets)
    }

    @Test(
        "refuse what is no frame",
        arguments: [
            Array("GET / HTTP/1.1\r\n".utf8), [0x4E, 0x4A, 1, 1, 0, 0, 0, 0],
            [0x4E, 0x4A, 2, 4, 0xFF, 0xFF, 0xFF, 0xFF], [0x4E, 0x4A, 2, 4, 0, 0x20, 0, 1],
        ] as [[UInt8]])
    func noFrame(bytes: [UInt8]) {
        var decoder = RelayFrameDecoder()
        decoder.append(bytes)
        #expect(throws: DecodeError.self) { try decoder.next() }
    }

    @Test(
        "refuse bodies that are no packet",
        arguments: [
            (1, "{}"), (1, "[]"), (1, "{\"role\":\"dog\"}"), (1, "{\"role\":\"watch\",\"watch\":\"../x\"}"),
            (3, "{\"reachable\":1}"), (4, "{\"id\":1}"), (4, "{\"id\":1.5,\"reply\":true}"),
            (9, "{\"id\":\"../../etc\"}"), (9, "{\"id\":\"\"}"), (10, "{\"ids\":[1]}"), (11, "{\"seq\":1e300}"),
            (16, "{\"id\":\"f\",\"name\":\"x\",\"size\":-1}"), (17, "{\"id\":\"f\",\"offset\":0.5}"), (99, "{}"),
            (1, ""), (25, "{\"id\":1}\n{"),
        ] as [(UInt8, String)])
    func noPacket(kind: UInt8, body: String) {
        #expect(throws: DecodeError.self) { try RelayPacket(kind: kind, body: Array(body.utf8)) }
    }

    @Test("count the bytes of damage from the start of the stream")
    func offset() throws {
        var decoder = RelayFrameDecoder()
        let first = RelayPacket.activate.frame
        decoder.append(first + Array("nonsense".utf8))
        #expect(try decoder.next() != nil)
        let error = try #require(throws: DecodeError.self) { try decoder.next() }
        #expect(error.offset == first.count)
    }
}
