/// What waits in one direction for one watch, and what was said there; pure.
struct RelayLane {
    struct Item {
        enum State: Hashable { case waiting, ended(RelayError.Code?) }
        var sequence: Int
        var record: RelayTransferRecord
        var spool: String?
        var state = State.waiting
    }

    /// Transfers that may be under way to a receiver before it says what it has.
    static let window = 512
    static let windowBytes = 1 << 20
    /// Ends that a sender need not have heard of before the oldest are forgotten.
    static let unnotedLimit = 4096

    private(set) var items: [Int: Item] = [:]
    private(set) var sequences: [String: Int] = [:]
    private(set) var next = 1
    /// The sequence up to which every transfer has ended.
    private(set) var delivered = 0
    /// The sequence up to which every transfer is on disk.
    private(set) var durable = 0
    /// Everything up to here was sent to the receiver that is connected now.
    private(set) var sent = 0
    private(set) var waitingCount = 0
    private(set) var waitingBytes = 0
    private(set) var waitingFileBytes: Int64 = 0
    /// The number of waiting transfers that can expire.
    private(set) var expiring = 0
    /// What ended, in that order, noted or not, and how many of it need not be looked at any more.
    private var ended: [Int] = []
    private var endedDone = 0
    private var noted = RecentIDs(limit: 4096)
    /// Ids that ended and were noted, the oldest first.
    var recent: [String] { noted.order }
    /// Those that ended without being delivered and whose end is not on the disk yet: what comes after them waits, as a hub
    /// that was killed now would take them for delivered with it.
    private var endings: Set<Int> = []
    /// Waiting ones for the watch's face, which go before everything else, and the newest of them.
    private(set) var complications: Set<Int> = []
    private(set) var current: Int?
    /// Those of them that were sent to the receiver that is connected now.
    private var apart: Set<Int> = []
    private var underWay: [Int] = []
    private var underWayBytes = 0
    var context: (sequence: Int, payload: [UInt8])?
    /// The sequence up to which the receiver has had contexts, the last of them, where that is known, and whether a newer
    /// one may have come to it.
    private(set) var contextSeen = 0
    private(set) var seenContext: [UInt8]?
    var isContextSent = false
    /// The sequence up to which contexts are on disk: nobody is told of one that a power cut would take back.
    var contextKept = 0
    /// The latest context, once it is on disk.
    var keptContext: (sequence: Int, payload: [UInt8])? {
        context.flatMap { $0.sequence <= contextKept ? $0 : nil }
    }

    /// The receiver has had the context of a sequence.
    mutating func see(_ sequence: Int) {
        contextSeen = sequence
        let isLatest = context?.sequence == sequence
        seenContext = isLatest ? context?.payload : nil
        if isLatest { isContextSent = false }
    }

    /// Whether a transfer of this id was taken before.
    func knows(_ id: String) -> Bool { sequences[id] != nil || noted.contains(id) }

    func hasRoom(for bytes: Int, file: Int64 = 0) -> Bool {
        waitingCount < RelayLimits.waitingTransfers && waitingBytes + bytes <= RelayLimits.waitingBytes
            && waitingFileBytes + file <= RelayLimits.waitingFileBytes
    }

    mutating func put(_ record: RelayTransferRecord, spool: String?, sequence: Int? = nil) -> Int {
        let sequence = sequence ?? next
        next = max(next, sequence + 1)
        items[sequence] = Item(sequence: sequence, record: record, spool: spool)
        sequences[record.id] = sequence
        if record.isComplication {
            complications.insert(sequence)
            current = max(current ?? 0, sequence)
        }
        count(record, 1)
        return sequence
    }

    private mutating func count(_ record: RelayTransferRecord, _ sign: Int) {
        waitingCount += sign
        waitingBytes += sign * record.payload.count
        if record.isFile { waitingFileBytes += Int64(sign) * record.size }
        if record.expires != nil { expiring += sign }
    }

    /// A waiting transfer has ended.
    /// - Returns: It; nil when it was none.
    mutating func end(_ sequence: Int, _ code: RelayError.Code?) -> Item? {
        guard var item = items[sequence], item.state == .waiting else { return nil }
        item.state = .ended(code)
        if code != nil { endings.insert(sequence) }
        items[sequence] = item
        complications.remove(sequence)
        if current == sequence { current = nil }
        count(item.record, -1)
        ended.append(sequence)
        if ended.count > 4 * Self.unnotedLimit {
            ended.removeAll { items[$0] == nil }
            endedDone = 0
        }
        return item
    }

    /// The one that ended first of those whose sender does not know it yet.
    mutating func oldestUnnoted() -> Int? {
        while endedDone < ended.count, items[ended[endedDone]] == nil { endedDone += 1 }
        if endedDone > Self.unnotedLimit {
            ended.removeFirst(endedDone)
            endedDone = 0
        }
        return ended.indices.contains(endedDone) ? ended[endedDone] : nil
    }

    /// The sender has learned how it ended: removes the transfer.
    mutating func note(_ sequence: Int) -> Item? {
        guard let item = items[sequence], item.state != .waiting else { return nil }
        items[sequence] = nil
        sequences[item.record.id] = nil
        _ = noted.insert(item.record.id)
        // All are known: what ended need not be kept in order.
        if unnotedCount == 0 { (ended, endedDone) = ([], 0) }
        return item
    }

    mutating func restore(next: Int, delivered: Int, recent: [String]) {
        self.next = max(self.next, next)
        self.delivered = max(self.delivered, delivered)
        for id in recent { _ = noted.insert(id) }
    }

    /// The receiver has everything up to `sequence`.
    /// - Returns: The transfers that waited and were delivered by it.
    mutating func received(through sequence: Int) -> [Int] {
        let through = min(sequence, durable)
        guard through > delivered else { return [] }
        let done = (delivered + 1...through).filter { items[$0]?.state == .waiting && !complications.contains($0) }
        delivered = through
        sent = max(sent, through)
        underWay.removeAll { $0 <= through }
        underWayBytes = underWay.reduce(0) { $0 + (items[$1]?.record.payload.count ?? 0) }
        return done
    }

    /// Everything that was read from the disk is on it.
    mutating func restored() {
        durable = next - 1
        endings = []
        rewind()
    }

    /// Notes up to which sequence records are on disk.
    mutating func kept(through sequence: Int) { durable = max(durable, sequence) }

    /// The end of a transfer is on disk.
    mutating func keptEnd(of sequence: Int) { endings.remove(sequence) }

    /// The receiver is gone; what was under way waits again.
    mutating func rewind() {
        sent = delivered
        apart = []
        underWay = []
        underWayBytes = 0
    }

    /// The next transfer to send, while the window has room.
    mutating func nextToSend() -> Item? {
        if let item = nextComplication() { return item }
        while endings.isEmpty, sent < durable, underWay.count < Self.window, underWayBytes < Self.windowBytes {
            sent += 1
            guard let item = items[sent], item.state == .waiting else { continue }
            if item.record.isComplication {
                guard apart.insert(sent).inserted else { continue }
                return item
            }
            underWay.append(sent)
            underWayBytes += item.record.payload.count
            return item
        }
        return nil
    }

    /// The newest complication at once; an older one, which is one among others by now, when its turn has come or had come
    /// before the link broke.
    private mutating func nextComplication() -> Item? {
        let due = complications.filter { ($0 == current || $0 <= sent) && $0 <= durable && !apart.contains($0) }
        guard let sequence = due.contains(current ?? 0) ? current : due.min(), let item = items[sequence] else {
            return nil
        }
        apart.insert(sequence)
        return item
    }

    /// Whether a transfer is under way to the receiver.
    func isUnderWay(_ sequence: Int) -> Bool {
        complications.contains(sequence) ? apart.contains(sequence) : sequence > delivered && sequence <= sent
    }

    /// Transfers that wait, in order.
    var waiting: [Item] { sorted { $0.state == .waiting } }
    /// Transfers whose sender does not know how they ended, in order.
    var unnoted: [Item] { sorted { $0.state != .waiting } }
    var unnotedCount: Int { items.count - waitingCount }

    private func sorted(_ isIncluded: (Item) -> Bool) -> [Item] {
        items.values.filter(isIncluded).sorted { $0.sequence < $1.sequence }
    }
}
