import Signals
import Testing

@testable import Bluetooth

struct GATTValueTests {
    @Test("Values come with their handle and their arrival, notifications as they are and indications confirmed")
    func values() {
        var bearer = Bearer(discovering: .strap())
        bearer.receive(bytes("1b 0c00 163c1104"))
        #expect(bearer.takeSent().isEmpty)
        bearer.receive(bytes("1d 3400 f0020000"))
        #expect(bearer.takeSent() == [bytes("1e")])
        bearer.receive(bytes("23 0c00 0200 063c 3400 0000"))
        bearer.receive(bytes("1b 0c00"))
        #expect(
            bearer.actions == [
                .value(handle: 12, bytes("163c1104"), received: Bearer.arrival),
                .value(handle: 52, bytes("f0020000"), received: Bearer.arrival),
                .value(handle: 12, bytes("063c"), received: Bearer.arrival),
                .value(handle: 52, [], received: Bearer.arrival),
                .value(handle: 12, [], received: Bearer.arrival),
            ])
    }

    @Test("Values come through in the middle of a request and before everything is discovered")
    func early() {
        var bearer = Bearer()
        bearer.receive(bytes("1b 0c00 063c"))
        #expect(bearer.actions == [.value(handle: 12, bytes("063c"), received: Bearer.arrival)])
    }

    @Test(
        "A malformed value is counted; a malformed indication is confirmed all the same",
        arguments: [
            ("1b", 0), ("1b 0c", 0), ("1d", 1), ("1d 0c", 1), ("23 0c00", 0), ("23 0c00 0500 01", 0), ("", 0),
        ])
    func malformed(hex: String, confirmations: Int) {
        var bearer = Bearer(discovering: .strap())
        bearer.receive(bytes(hex))
        #expect(bearer.actions.isEmpty)
        #expect(bearer.takeSent() == [[UInt8]](repeating: bytes("1e"), count: confirmations))
        #expect(bearer.session.strayCount == 1)
    }

    @Test("A peer that says its services have changed makes the session stale")
    func serviceChanged() {
        var peer = TablePeer.strap(changes: true)
        var bearer = Bearer()
        bearer.serve(&peer)
        #expect(bearer.database != nil)
        #expect(peer.asked.contains(bytes("12 2300 0200")))
        bearer.actions = []
        bearer.receive(bytes("1d 2200 0100 ffff"))
        #expect(bearer.takeSent() == [bytes("1e")])
        guard case .databaseChanged? = bearer.actions.first else { return #expect(Bool(false)) }
        #expect(bearer.actions.count == 1)
    }

    @Test("Services that change while they are discovered are discovered anew")
    func changedMeanwhile() {
        var peer = ChangingPeer(peer: .strap(changes: true))
        var bearer = Bearer()
        bearer.serve(&peer)
        #expect(bearer.database == TablePeer.strapDatabase(changes: true))
        #expect(peer.peer.asked.filter { $0.first == 0x02 }.count == 1)
        #expect(peer.peer.asked.filter { $0 == bytes("10 0100 ffff 0028") }.count == 2)
    }

    @Test("A remembered handle that is not there any more makes the session stale")
    func rememberedHandle() throws {
        var peer = TablePeer.strap(hash: [UInt8](0..<16))
        var first = Bearer()
        first.serve(&peer)
        let memory = try #require(first.memory)
        var second = Bearer(memory: memory)
        second.serve(&peer)
        second.actions = []
        let id = second.submit(.read(handle: 3))
        second.receive(bytes("01 0a 0300 01"))
        #expect(second.result(of: id) == .failure(.refused(.invalidHandle, handle: 3)))
        guard case .databaseChanged? = second.actions.last else { return #expect(Bool(false)) }
    }

    @Test("A handle that was just discovered and is refused fails its request only, or it would be found without end")
    func discoveredHandle() {
        var bearer = Bearer(discovering: .strap())
        let id = bearer.submit(.read(handle: 3))
        bearer.receive(bytes("01 0a 0300 01"))
        #expect(bearer.actions == [.completed(id, .failure(.refused(.invalidHandle, handle: 3)))])
    }

    @Test("A peer that calls our knowledge out of date makes the session stale")
    func outOfSync() {
        var bearer = Bearer(discovering: .strap())
        _ = bearer.submit(.read(handle: 3))
        bearer.receive(bytes("01 0a 0300 12"))
        guard case .databaseChanged? = bearer.actions.last else { return #expect(Bool(false)) }
    }
}

/// Tells of a change in the middle of the first discovery.
private struct ChangingPeer: Peer {
    var peer: TablePeer
    private var hasTold = false

    init(peer: TablePeer) { self.peer = peer }

    mutating func answer(_ pdu: [UInt8]) -> [[UInt8]] {
        guard pdu.first == 0x10, !hasTold else { return peer.answer(pdu) }
        hasTold = true
        return [bytes("1d 2200 0100 ffff")] + peer.answer(pdu)
    }
}
