/// What somebody may have meant who wrote something else.
enum Misspelling {
    /// The name that is nearest to some words; nil where none is near.
    /// - Parameters:
    ///   - words: what was written; options and operands may follow a name.
    ///   - names: what there is, of one word or two.
    static func nearest(to words: [String], among names: [String]) -> String? {
        let found = names.compactMap { name -> (name: String, distance: Int)? in
            let count = name.split(separator: " ").count
            // Far too long for any name: what it takes grows with the square.
            let written = words.prefix(count).joined(separator: " ").prefix(40)
            let distance = distance(Array(written.lowercased()), Array(name))
            // One letter in three may be wrong, so that a short word is not taken for any other.
            return distance <= max(1, name.count / 3) ? (name, distance) : nil
        }
        return found.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// The least number of letters that are put in, left out, changed, or swapped with their neighbour.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var least = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, before[j - 1] + 1) }
                row.append(least)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }
}
