import Runtime
import Signals
import Testing

@testable import Relay

@Suite("Relay frames")
struct RelayFrameTests {
    private static let packets: [RelayPacket] = [
        .hello(.watch), .welcome(isReachable: true, context: ["a": 1]), .welcome(isReachable: false, context: nil),
        .reachability(false), .message(id: 7, wantsReply: true, payload: ["request": "hrv"]),
        .reply(id: 7, payload: ["hrv": nil]), .failure(id: 3, code: .notReachable), .failure(id: nil, code: .generic),
        .context([:]),
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
            Array("GET / HTTP/1.1\r\n".utf8), [0x4E, 0x4A, 2, 1, 0, 0, 0, 0],
            [0x4E, 0x4A, 1, 4, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x4E, 0x4A, 1, 4, 0, 4, 4, 1],
        ] as [[UInt8]])
    func noFrame(bytes: [UInt8]) {
        var decoder = RelayFrameDecoder()
        decoder.append(bytes)
        #expect(throws: DecodeError.self) { try decoder.next() }
    }

    @Test(
        "refuse bodies that are no packet",
        arguments: [
            (1, "{}"), (1, "[]"), (1, "{\"role\":\"dog\"}"), (3, "{\"reachable\":1}"), (4, "{\"id\":1,\"payload\":{}}"),
            (4, "{\"id\":1.5,\"reply\":true,\"payload\":{}}"), (5, "{\"id\":1,\"payload\":[]}"), (6, "{\"id\":1}"),
            (7, "{}"),
            (99, "{}"), (1, ""), (4, "{\"id\":1e300,\"reply\":true,\"payload\":{}}"),
        ] as [(UInt8, String)])
    func noPacket(kind: UInt8, body: String) {
        #expect(throws: DecodeError.self) { try RelayPacket(kind: kind, body: Array(body.utf8)) }
    }

    @Test("count the bytes of damage from the start of the stream")
    func offset() throws {
        var decoder = RelayFrameDecoder()
        let first = RelayPacket.hello(.phone).frame
        decoder.append(first + Array("nonsense".utf8))
        #expect(try decoder.next() != nil)
        let error = try #require(throws: DecodeError.self) { try decoder.next() }
        #expect(error.offset == first.count)
    }
}
