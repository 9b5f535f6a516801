import Signals
import Testing

@testable import Bluetooth

struct GATTSessionTests {
    @Test("A session begins with the unit exchange, then asks for the hash, then discovers")
    func beginning() throws {
        var bearer = Bearer(asking: 247)
        #expect(bearer.takeSent() == [bytes("02 f700")])
        bearer.receive(bytes("03 4000"))
        #expect(bearer.session.transmissionUnit == 64)
        #expect(bearer.takeSent() == [bytes("08 0100 ffff 2a2b")])
        bearer.receive(bytes("01 08 0100 0a"))
        #expect(bearer.takeSent() == [bytes("10 0100 ffff 0028")])
    }

    @Test(
        "A peer that refuses the unit exchange, or answers nonsense, stays with 23 bytes",
        arguments: [
            "01 02 0000 06", "03 0500", "03 1700",
        ])
    func defaultUnit(answer: String) {
        var bearer = Bearer()
        bearer.sent = []
        bearer.receive(bytes(answer))
        #expect(bearer.session.transmissionUnit == 23)
        #expect(bearer.takeSent() == [bytes("08 0100 ffff 2a2b")])
    }

    @Test("The database of a peer is found, whatever its transmission unit", arguments: [23, 27, 64, 247, 517])
    func discovery(unit: Int) throws {
        var peer = TablePeer.strap()
        peer.receives = unit
        var bearer = Bearer(asking: 517)
        bearer.serve(&peer)
        #expect(bearer.database == TablePeer.strapDatabase())
        #expect(bearer.session.transmissionUnit == unit)
        #expect(bearer.session.strayCount == 0)
        #expect(bearer.session.deadline == nil)
    }

    @Test("Only one request is in flight, and the others follow in order")
    func queue() {
        var bearer = Bearer(discovering: .strap([3: bytes("41"), 12: bytes("42")]))
        let first = bearer.submit(.read(handle: 3))
        let second = bearer.submit(.read(handle: 12))
        #expect(bearer.takeSent() == [bytes("0a 0300")])
        bearer.receive(bytes("0b 41"))
        #expect(bearer.takeSent() == [bytes("0a 0c00")])
        #expect(bearer.result(of: first) == .success(.value([0x41])))
        #expect(bearer.result(of: second) == nil)
        bearer.receive(bytes("0b 42"))
        #expect(bearer.result(of: second) == .success(.value([0x42])))
        #expect(bearer.takeSent().isEmpty)
    }

    @Test("A command overtakes what waits, and one that is too long is refused")
    func command() {
        var bearer = Bearer(discovering: .strap(), asking: 23)
        _ = bearer.submit(.read(handle: 3))
        let command = bearer.submit(.command(handle: 15, [UInt8](repeating: 7, count: 20)))
        #expect(bearer.takeSent() == [bytes("0a 0300"), bytes("52 0f00") + [UInt8](repeating: 7, count: 20)])
        #expect(bearer.result(of: command) == .success(.done))
        let long = bearer.submit(.command(handle: 15, [UInt8](repeating: 7, count: 21)))
        #expect(bearer.result(of: long) == .failure(.tooLong(limit: 20)))
        #expect(bearer.takeSent().isEmpty)
    }

    @Test("A long value is read in parts to its end", arguments: [0, 1, 21, 22, 23, 43, 44, 45, 66, 511, 512])
    func longRead(count: Int) {
        let value = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        var peer = TablePeer.strap([12: value])
        var bearer = Bearer(discovering: peer, asking: 23)
        let id = bearer.submit(.read(handle: 12))
        peer.asked = []
        bearer.serve(&peer)
        #expect(bearer.result(of: id) == .success(.value(value)))
        #expect(peer.asked.count == min(count / 22, 511 / 22) + 1)
    }

    @Test(
        "A value that fills the first answer to its last byte is whole when the peer refuses to read on",
        arguments: ["01 0c 0c00 0b", "01 0c 0c00 07"])
    func exactRead(refusal: String) {
        var bearer = Bearer(discovering: .strap(), asking: 23)
        let value = [UInt8](repeating: 9, count: 22)
        let id = bearer.submit(.read(handle: 12))
        bearer.receive([0x0B] + value)
        #expect(bearer.takeSent().last == bytes("0c 0c00 1600"))
        bearer.receive(bytes(refusal))
        #expect(bearer.result(of: id) == .success(.value(value)))
    }

    @Test("A value without end is refused after 512 bytes")
    func endlessRead() {
        var bearer = Bearer(discovering: .strap(), asking: 23)
        let id = bearer.submit(.read(handle: 12))
        bearer.receive([0x0B] + [UInt8](repeating: 9, count: 22))
        for _ in 0..<100 { bearer.receive([0x0D] + [UInt8](repeating: 9, count: 22)) }
        #expect(bearer.takeSent().count == 24)
        guard case .failure(.malformed) = bearer.result(of: id) else { return #expect(Bool(false)) }
    }

    @Test("A value is written in one request where it fits, else in prepared parts", arguments: [0, 20, 21, 36, 512])
    func write(count: Int) {
        let value = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var peer = TablePeer.strap()
        var bearer = Bearer(discovering: peer, asking: 23)
        let id = bearer.submit(.write(handle: 15, value))
        peer.asked = []
        bearer.serve(&peer)
        #expect(bearer.result(of: id) == .success(.done))
        #expect(peer.attributes.first { $0.handle == 15 }?.value == value)
        #expect(peer.asked.count == (count <= 20 ? 1 : (count + 17) / 18 + 1))
        let longer = bearer.submit(.write(handle: 15, value + [UInt8](repeating: 0, count: 513)))
        #expect(bearer.result(of: longer) == .failure(.tooLong(limit: 512)))
    }

    @Test(
        "A long write is forgotten when the peer repeats other bytes",
        arguments: [
            "17 0f00 0000", "17 0f00 0100 000000000000000000000000000000000000",
            "17 0e00 0000 000000000000000000000000000000000000", "17 0f00 0000 000000000000000000000000000000000001",
        ])
    func echo(answer: String) {
        var bearer = Bearer(discovering: .strap(), asking: 23)
        let id = bearer.submit(.write(handle: 15, [UInt8](repeating: 0, count: 30)))
        #expect(bearer.takeSent() == [bytes("16 0f00 0000") + [UInt8](repeating: 0, count: 18)])
        bearer.receive(bytes(answer))
        #expect(bearer.takeSent() == [bytes("18 00")])
        #expect(bearer.result(of: id) == nil)
        bearer.receive(bytes("19"))
        #expect(bearer.result(of: id) == .failure(.echoMismatch))
    }

    @Test("A long write that is refused in the middle is forgotten")
    func refusedPart() {
        var bearer = Bearer(discovering: .strap(), asking: 23)
        let id = bearer.submit(.write(handle: 15, [UInt8](repeating: 0, count: 30)))
        bearer.receive(bytes("17 0f00 0000") + [UInt8](repeating: 0, count: 18))
        bearer.receive(bytes("01 16 0f00 09"))
        #expect(bearer.takeSent().last == bytes("18 00"))
        bearer.receive(bytes("19"))
        #expect(bearer.result(of: id) == .failure(.refused(.prepareQueueFull, handle: 15)))
    }

    @Test("Services of one kind and values of one type are found")
    func searches() {
        var peer = TablePeer.strap([3: bytes("4142")])
        var bearer = Bearer(discovering: peer)
        let services = bearer.submit(.services(BluetoothUUID(0x180D)))
        let values = bearer.submit(.values(of: BluetoothUUID(0x2A00), in: 1...0xFFFF))
        let none = bearer.submit(.services(BluetoothUUID(0x1811)))
        bearer.serve(&peer)
        #expect(
            bearer.result(of: services)
                == .success(.services([GATTService(uuid: BluetoothUUID(0x180D), handles: 10...16)])))
        #expect(bearer.result(of: values) == .success(.values([GATTHandleValue(handle: 3, value: bytes("4142"))])))
        #expect(bearer.result(of: none) == .success(.services([])))
    }

    @Test("An answer that is 30 seconds late ends the bearer and everything that waits")
    func timeout() {
        var bearer = Bearer(discovering: .strap())
        let first = bearer.submit(.read(handle: 3))
        let second = bearer.submit(.read(handle: 12))
        #expect(bearer.session.deadline == .seconds(30))
        bearer.pass(29.9)
        #expect(bearer.result(of: first) == nil)
        bearer.pass(1)
        #expect(bearer.result(of: first) == .failure(.timeout))
        guard case .failure(.disconnected) = bearer.result(of: second) else { return #expect(Bool(false)) }
        #expect(bearer.actions.last == .close(.timeout))
        #expect(bearer.session.deadline == nil)
        // Never used again: a late answer does nothing, a new request fails at once.
        let count = bearer.actions.count
        bearer.receive(bytes("0b 41"))
        #expect(bearer.actions.count == count)
        bearer.sent = []
        let late = bearer.submit(.read(handle: 3))
        guard case .failure(.disconnected) = bearer.result(of: late) else { return #expect(Bool(false)) }
        #expect(bearer.sent.isEmpty)
    }

    @Test("Answers to no question, and of another kind than the question, are counted and change nothing")
    func strays() {
        var bearer = Bearer(discovering: .strap())
        bearer.receive(bytes("0b 41"))
        let id = bearer.submit(.read(handle: 3))
        for stray in ["0d 41", "13", "01 08 0300 0a", "01 52 0300 03", "01", "09 07"] { bearer.receive(bytes(stray)) }
        #expect(bearer.session.strayCount == 7)
        #expect(bearer.result(of: id) == nil)
        bearer.receive(bytes("0b 42"))
        #expect(bearer.result(of: id) == .success(.value([0x42])))
    }

    @Test("An answer that cannot be understood ends its request only")
    func malformedAnswer() {
        var bearer = Bearer(discovering: .strap())
        let first = bearer.submit(.values(of: BluetoothUUID(0x2A19), in: 1...0xFFFF))
        let second = bearer.submit(.read(handle: 3))
        bearer.receive(bytes("09 05 0300"))
        guard case .failure(.malformed) = bearer.result(of: first) else { return #expect(Bool(false)) }
        bearer.receive(bytes("0b 42"))
        #expect(bearer.result(of: second) == .success(.value([0x42])))
    }

    @Test("A request that is taken back is completed at once, and its answer is not taken for another's")
    func cancel() {
        var bearer = Bearer(discovering: .strap())
        let first = bearer.submit(.read(handle: 3))
        let second = bearer.submit(.read(handle: 12))
        let third = bearer.submit(.read(handle: 52))
        bearer.session.cancel(first, at: bearer.uptime)
        bearer.session.cancel(second, at: bearer.uptime)
        bearer.pump()
        #expect(bearer.result(of: first) == .failure(.cancelled))
        #expect(bearer.result(of: second) == .failure(.cancelled))
        #expect(bearer.takeSent() == [bytes("0a 0300")])
        bearer.receive(bytes("0b 41"))
        #expect(bearer.takeSent() == [bytes("0a 3400")])
        bearer.receive(bytes("0b 43"))
        #expect(bearer.result(of: third) == .success(.value([0x43])))
        #expect(bearer.actions.count == 3)
    }

    @Test("A long write that is taken back is forgotten by the peer too")
    func cancelLongWrite() {
        var bearer = Bearer(discovering: .strap(), asking: 23)
        let id = bearer.submit(.write(handle: 15, [UInt8](repeating: 0, count: 30)))
        let next = bearer.submit(.read(handle: 3))
        bearer.session.cancel(id, at: bearer.uptime)
        bearer.pump()
        bearer.receive(bytes("17 0f00 0000") + [UInt8](repeating: 0, count: 18))
        #expect(bearer.takeSent().last == bytes("18 00"))
        bearer.receive(bytes("19"))
        #expect(bearer.takeSent() == [bytes("0a 0300")])
        bearer.receive(bytes("0b 41"))
        #expect(bearer.result(of: next) == .success(.value([0x41])))
        #expect(bearer.result(of: id) == .failure(.cancelled))
    }

    @Test("A lost link completes everything and closes nothing more")
    func disconnected() {
        var bearer = Bearer(discovering: .strap())
        let ids = [bearer.submit(.read(handle: 3)), bearer.submit(.read(handle: 12))]
        bearer.session.disconnected("out of range")
        bearer.pump()
        #expect(bearer.result(of: ids[0]) == .failure(.disconnected(reason: "out of range")))
        #expect(ids.allSatisfy { bearer.result(of: $0) != nil })
        #expect(bearer.actions.count == 2)
    }
}
