import Testing

@testable import DeviceProfiles

struct ChunkedTransferTests {
    @Test func `chunks come in order, are kept in portions, and a range is acknowledged when all of it is durable`() {
        var transfer = ChunkedTransfer(ranges: 2, batch: 4)
        #expect(transfer.begin() == [.open(0)])
        #expect(transfer.opened(size: 7) == [.fetch(0)])
        #expect(transfer.took(0, [1, 2, 3]) == [.fetch(1)])
        #expect(transfer.took(1, [4, 5, 6]) == [.keep([1, 2, 3, 4, 5, 6])])
        // Nothing is asked or acknowledged before that is durable.
        #expect(transfer.took(2, [7]).isEmpty && transfer.closed().isEmpty && transfer.opened(size: 1).isEmpty)
        #expect(transfer.kept() == [.fetch(2)])
        // What is beyond the size is no part of it.
        #expect(transfer.took(2, [7, 8, 9]) == [.keep([7])])
        #expect(transfer.kept() == [.acknowledge(0)])
        #expect(transfer.kept().isEmpty)
        #expect(transfer.closed() == [.open(1)])
        #expect(transfer.refused() == [.abandon(1)])
        #expect(transfer.closed() == [.end] && transfer.abandoned == 1)
    }

    @Test func `a transfer that was interrupted goes on behind what is kept`() {
        var transfer = ChunkedTransfer(ranges: 1, batch: 100)
        _ = transfer.begin()
        #expect(transfer.opened(size: 10, from: (chunk: 2, bytes: 6)) == [.fetch(2)])
        #expect(transfer.took(0, [0]).isEmpty, "another chunk than the one that was asked for")
        #expect(transfer.took(2, [7, 8, 9]) == [.fetch(3)] && transfer.progress == (9, 10))
        #expect(transfer.took(3, [10]) == [.keep([7, 8, 9, 10])])
        // All of it was kept: nothing is asked for again.
        transfer = ChunkedTransfer(ranges: 1, batch: 100)
        _ = transfer.begin()
        #expect(transfer.opened(size: 10, from: (chunk: 4, bytes: 10)) == [.acknowledge(0)])
    }

    @Test func `a damaged chunk is asked for three times, and then the range is given up unacknowledged`() {
        var transfer = ChunkedTransfer(ranges: 1, batch: 2)
        _ = transfer.begin()
        _ = transfer.opened(size: 4)
        #expect(transfer.damaged() == [.fetch(0)] && transfer.damaged() == [.fetch(0)])
        #expect(transfer.took(0, [1, 2]) == [.keep([1, 2])])
        _ = transfer.kept()
        // Counted anew for each chunk.
        #expect(transfer.damaged() == [.fetch(1)] && transfer.damaged() == [.fetch(1)])
        #expect(transfer.damaged() == [.abandon(0)])
        #expect(transfer.closed() == [.end] && transfer.abandoned == 1)
    }

    @Test func `what was durable before, or cannot be understood, ends a range at once`() {
        var transfer = ChunkedTransfer(ranges: 2, batch: 1)
        _ = transfer.begin()
        _ = transfer.opened(size: 4)
        _ = transfer.took(0, [1])
        #expect(transfer.hasAll() == [.acknowledge(0)] && transfer.closed() == [.open(1)])
        _ = transfer.opened(size: 4)
        _ = transfer.took(0, [1])
        #expect(transfer.unreadable() == [.abandon(1)])
    }

    @Test(arguments: [0, -1, .min, .max, ChunkedTransfer.limit + 1])
    func `a size that cannot be is given up`(_ size: Int) {
        var transfer = ChunkedTransfer(ranges: 1, batch: 1)
        _ = transfer.begin()
        #expect(transfer.opened(size: size) == [.abandon(0)])
    }

    @Test func `an empty chunk, and a place behind the end, give the range up`() {
        var transfer = ChunkedTransfer(ranges: 1, batch: 1)
        _ = transfer.begin()
        _ = transfer.opened(size: 4)
        #expect(transfer.took(0, []) == [.abandon(0)])
        transfer = ChunkedTransfer(ranges: 1, batch: 1)
        _ = transfer.begin()
        #expect(transfer.opened(size: 4, from: (chunk: 1, bytes: 5)) == [.abandon(0)])
    }
}
