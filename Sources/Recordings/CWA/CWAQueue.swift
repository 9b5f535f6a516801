/// Sectors whose samples have no time yet, with their bytes.
struct CWAQueue: ~Copyable {
    /// A sector in the queue.
    struct Entry {
        var sector: CWASector
        /// The number of its first sample in the whole recording.
        var first: Int
        /// The number of the sample after its last.
        var end: Int { first + sector.count }
    }

    private(set) var entries: [Entry] = []
    private var head = 0
    private var base = 0
    private var slots: UnsafeMutableRawBufferPointer
    private var capacity = 64

    init() { slots = .allocate(byteCount: capacity * CWASector.sampleBytes, alignment: 16) }

    deinit { slots.deallocate() }

    /// The number of sectors.
    var count: Int { entries.count - head }
    /// The oldest sector.
    var first: Entry? { head < entries.count ? entries[head] : nil }
    /// The newest sector.
    var last: Entry? { head < entries.count ? entries[entries.count - 1] : nil }
    /// The `index`th from the newest, the newest being 0.
    func fromEnd(_ index: Int) -> Entry? { index >= 0 && index < count ? entries[entries.count - 1 - index] : nil }

    /// Adds a sector; `bytes` are its 512.
    mutating func append(_ sector: CWASector, first: Int, bytes: UnsafeRawBufferPointer) {
        if count == capacity { grow() }
        entries.append(Entry(sector: sector, first: first))
        let slot = ((base + entries.count - 1) & (capacity - 1)) * CWASector.sampleBytes
        UnsafeMutableRawBufferPointer(rebasing: slots[slot..<(slot + CWASector.sampleBytes)])
            .copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[CWASector.sampleOffset...].prefix(CWASector.sampleBytes)))
    }

    /// Removes the oldest sector.
    mutating func removeFirst() {
        head += 1
        guard head >= 256 || head == entries.count else { return }
        base = (base + head) & (capacity - 1)
        entries.removeSubrange(..<head)
        head = 0
    }

    /// Three values for each of the samples in `range`, which must be in the queue.
    func values(_ range: Range<Int>, angular: Bool) -> [Float] {
        [Float](unsafeUninitializedCapacity: range.count * 3) { target, filled in
            guard let start = target.baseAddress, let bytes = slots.baseAddress else { return }
            for index in head..<entries.count {
                let entry = entries[index]
                if entry.first >= range.upperBound { break }
                let part = range.clamped(to: entry.first..<entry.end)
                guard !part.isEmpty else { continue }
                let slot = ((base + index) & (capacity - 1)) * CWASector.sampleBytes
                entry.sector.decode(
                    bytes + slot, from: part.lowerBound - entry.first, count: part.count, angular: angular,
                    into: start + (part.lowerBound - range.lowerBound) * 3)
                filled += part.count * 3
            }
        }
    }

    private mutating func grow() {
        let old = slots
        let oldCapacity = capacity
        slots = .allocate(byteCount: capacity * 2 * CWASector.sampleBytes, alignment: 16)
        for index in head..<entries.count {
            let from = ((base + index) & (oldCapacity - 1)) * CWASector.sampleBytes
            let to = ((base + index) & (oldCapacity * 2 - 1)) * CWASector.sampleBytes
            UnsafeMutableRawBufferPointer(rebasing: slots[to..<(to + CWASector.sampleBytes)])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: old[from..<(from + CWASector.sampleBytes)]))
        }
        capacity = oldCapacity * 2
        old.deallocate()
    }
}

extension CWASector {
    /// Decodes `count` samples from sample `first` on; `bytes` are the sector's sample bytes.
    func decode(
        _ bytes: UnsafeRawPointer, from first: Int, count: Int, angular: Bool, into target: UnsafeMutablePointer<Float>
    ) {
        let source = bytes + first * layout.stride
        if layout.packing == .packed {
            CWASamples.unpack(source, count: count, scale: accelerationScale, into: target)
        } else {
            CWASamples.convert(
                source + (angular ? 0 : layout.accelerationOffset), count: count, stride: layout.stride,
                scale: angular ? angularScale : accelerationScale, into: target)
        }
    }
}
