import Testing

@testable import API

@Suite("The table of connections")
struct ConnectionTableTests {
    private static let start = ContinuousClock.now
    private static let limits = ConnectionTable.Limits(
        count: 4, perAddress: 2, head: .seconds(10), idle: .seconds(30), body: .seconds(20), bodyRate: 100)

    private func table(_ addresses: [String]) -> ConnectionTable {
        var table = ConnectionTable(Self.limits)
        for (index, address) in addresses.enumerated() {
            #expect(table.admit(Int32(index), address: address, at: Self.start + .milliseconds(index)) == .admitted)
            table.opened(Int32(index))
        }
        return table
    }

    @Test("ends a head that is not whole in time, once, however it drips")
    func head() {
        var table = table(["a"])
        #expect(table.overdue(at: Self.start + .seconds(10)) == [])
        #expect(table.overdue(at: Self.start + .seconds(11)) == [0])
        #expect(table.overdue(at: Self.start + .seconds(12)) == [])
    }

    @Test("gives a body as long as its bytes are worth, and does not count the time that this server takes")
    func body() {
        var table = table(["a"])
        let start = Self.start + .seconds(5)
        table.headIsComplete(0, at: start)
        table.received(1000, on: 0, at: start + .seconds(15))  // worth ten seconds
        #expect(table.overdue(at: start + .seconds(29)) == [])
        table.paused(0, at: start + .seconds(29))
        #expect(table.overdue(at: start + .seconds(500)) == [])
        table.resumed(0, at: start + .seconds(500))
        #expect(table.overdue(at: start + .seconds(500)) == [])
        #expect(table.overdue(at: start + .seconds(502)) == [0])
    }

    @Test("lets no body save time up: what comes at once buys no more than the grace ahead")
    func burst() {
        var table = table(["a", "b"])
        for descriptor: Int32 in [0, 1] {
            table.headIsComplete(descriptor, at: Self.start)
            table.received(16 << 20, on: descriptor, at: Self.start)
        }
        // A byte now and then holds nothing; what is worth its time does.
        table.received(1, on: 0, at: Self.start + .seconds(19))
        table.received(1000, on: 1, at: Self.start + .seconds(19))
        #expect(table.overdue(at: Self.start + .seconds(20)) == [])
        #expect(table.overdue(at: Self.start + .seconds(21)) == [0])
        #expect(table.overdue(at: Self.start + .seconds(30)) == [])
        #expect(table.overdue(at: Self.start + .seconds(31)) == [1])
    }

    @Test("counts no time that the server makes a body wait, also for bytes that come meanwhile")
    func pausedBytes() {
        var table = table(["a"])
        table.headIsComplete(0, at: Self.start)
        table.paused(0, at: Self.start + .seconds(5))
        table.received(1_000_000, on: 0, at: Self.start + .seconds(400))
        table.resumed(0, at: Self.start + .seconds(405))
        #expect(table.overdue(at: Self.start + .seconds(425)) == [])
        #expect(table.overdue(at: Self.start + .seconds(426)) == [0])
    }

    @Test("lets answers and streams take their time, and waits for the next request a while")
    func answer() {
        var table = table(["a", "b"])
        let later = Self.start + .seconds(1)
        for descriptor: Int32 in [0, 1] {
            table.headIsComplete(descriptor, at: later)
            table.isAnswering(descriptor, at: later)
        }
        table.lasts(1, at: later)
        #expect(table.overdue(at: later + .seconds(100_000)) == [])
        table.isIdle(0, at: later)
        #expect(table.overdue(at: later + .seconds(40)) == [])
        #expect(table.overdue(at: later + .seconds(41)) == [0])
    }

    @Test("gives the place of whoever waited longest without asking to a new one, of the same address first")
    func room() {
        var full = table(["a", "a", "b", "b"])
        full.headIsComplete(0, at: Self.start)
        full.isAnswering(0, at: Self.start)
        let later = Self.start + .seconds(1)
        #expect(full.admit(9, address: "a", at: later) == .insteadOf(1))
        #expect(full.isSettling(at: later) && !full.isSettling(at: later + .seconds(2)))
        full.opened(9)
        #expect(!full.isSettling(at: later))
        #expect(full.admit(10, address: "c", at: later) == .insteadOf(2))
    }

    @Test("refuses where everybody is being served, until an answer takes too long")
    func refused() {
        var table = table(["a", "b", "c", "d"])
        for descriptor: Int32 in 0..<4 {
            table.headIsComplete(descriptor, at: Self.start)
            table.isAnswering(descriptor, at: Self.start)
        }
        table.lasts(0, at: Self.start)
        #expect(table.admit(9, address: "e", at: Self.start + .seconds(20)) == .refused)
        #expect(table.admit(9, address: "e", at: Self.start + .seconds(31)) == .insteadOf(1))
    }

    @Test("touches no descriptor that the library does not have, or has no more")
    func descriptors() {
        var table = ConnectionTable(Self.limits)
        #expect(table.admit(7, address: "a", at: Self.start) == .admitted)
        #expect(table.overdue(at: Self.start + .seconds(60)) == [])
        #expect(table.count == 0)
        #expect(table.admit(7, address: "a", at: Self.start) == .admitted)
        table.opened(7)
        table.closed(7)
        #expect(table.count == 0)
        #expect(table.overdue(at: Self.start + .seconds(60)) == [])
    }
}
