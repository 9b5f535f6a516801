/// Ids that were met, the newest of them.
struct RecentIDs {
    private let limit: Int
    private var ids: Set<String> = []
    /// In the order in which they came.
    private(set) var order: [String] = []

    /// None yet; at least the last `limit` are remembered.
    init(limit: Int) { self.limit = limit }

    func contains(_ id: String) -> Bool { ids.contains(id) }

    /// Remembers an id; says whether it is new.
    mutating func insert(_ id: String) -> Bool {
        guard ids.insert(id).inserted else { return false }
        order.append(id)
        if order.count > 2 * limit {
            for old in order.prefix(limit) { ids.remove(old) }
            order.removeFirst(limit)
        }
        return true
    }
}
