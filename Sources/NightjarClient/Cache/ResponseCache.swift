#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Earlier answers by their path and query: at most so many and so large, the least recently used go first. With a
/// store they outlive the program. They are one person's: signing out clears them.
public actor ResponseCache {
    private struct Entry: Codable {
        var key: String
        var etag: String?
        var asOf: Date
        var size: Int
        var name: String
    }

    private static let index = "index.json"

    private let store: (any BlobStore)?
    private let mostEntries: Int
    private let mostBytes: Int
    /// The entries, the least recently used first.
    private var entries: [Entry] = []
    private var bodies: [String: Data] = [:]
    private var nextName = 0
    /// Goes up whenever everything is cleared: what was asked for before must not come in afterwards.
    private(set) var era = 0

    /// A cache with what `store` has kept.
    /// - Parameters:
    ///   - store: what keeps the answers; nil for memory alone.
    ///   - entries: how many are kept, 1 at least.
    ///   - bytes: how large all are together.
    public init(store: (any BlobStore)? = nil, entries: Int = 128, bytes: Int = 8 << 20) {
        self.store = store
        mostEntries = max(1, entries)
        mostBytes = bytes
        guard let data = try? store?.read(Self.index) else { return }
        self.entries = (try? JSONDecoder().decode([Entry].self, from: data)) ?? []
        nextName = (self.entries.compactMap { Int($0.name) }.max() ?? 0) + 1
    }

    /// The number of entries.
    public var count: Int { entries.count }
    /// The bytes of all entries together.
    public var bytes: Int { entries.reduce(0) { $0 + $1.size } }

    /// The stored response of a key; nil for none.
    public func response(_ key: String) -> CachedResponse? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        let entry = entries.remove(at: index)
        guard let body = bodies[entry.name] ?? (try? store?.read(entry.name)), body.count == entry.size else {
            forget(entry)
            return nil
        }
        entries.append(entry)
        return CachedResponse(etag: entry.etag, body: body, asOf: entry.asOf)
    }

    /// Keeps an answer, unless everything was cleared since `era`.
    func keep(_ key: String, _ response: CachedResponse, era: Int) {
        guard era == self.era else { return }
        keep(key, response)
    }

    /// Stores a response; older ones make room.
    public func keep(_ key: String, _ response: CachedResponse) {
        if let index = entries.firstIndex(where: { $0.key == key }) { forget(entries.remove(at: index)) }
        guard response.body.count <= mostBytes else { return saveIndex() }
        let entry = Entry(
            key: key, etag: response.etag, asOf: response.asOf, size: response.body.count, name: "\(nextName)")
        nextName += 1
        entries.append(entry)
        if let store {
            try? store.write(entry.name, response.body)
        } else {
            bodies[entry.name] = response.body
        }
        while entries.count > mostEntries || bytes > mostBytes { forget(entries.removeFirst()) }
        saveIndex()
    }

    /// Notes that a stored response is still valid.
    public func confirm(_ key: String, asOf: Date) {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
        entries[index].asOf = asOf
        saveIndex()
    }

    /// Forgets everything, in memory and in the store.
    public func clear() {
        era += 1
        for entry in entries { forget(entry) }
        entries = []
        saveIndex()
    }

    private func forget(_ entry: Entry) {
        bodies[entry.name] = nil
        try? store?.remove(entry.name)
    }

    /// A cache that cannot be written is only less of one.
    private func saveIndex() {
        guard let store else { return }
        if let data = try? JSONEncoder().encode(entries) { try? store.write(Self.index, data) }
    }
}
