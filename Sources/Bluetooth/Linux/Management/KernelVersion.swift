import Glibc

/// The kernel that runs, by the number of its source.
struct KernelVersion: Hashable, Comparable {
    var parts: [Int]

    /// The first number of three parts in the texts given, as Debian has it only in the second; else of two.
    init?(release: String, version: String) {
        let words = [version, release].flatMap { $0.split { $0 == " " || $0 == "-" || $0 == "+" } }
        let numbers = words.compactMap { word -> [Int]? in
            let parts = word.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
            return parts.count >= 2 && !parts.contains(nil) ? parts.compactMap(\.self) : nil
        }
        guard let best = numbers.first(where: { $0.count == 3 }) ?? numbers.first else { return nil }
        parts = best
    }

    /// The kernel of this machine.
    static var current: KernelVersion? {
        var name = utsname()
        guard uname(&name) == 0 else { return nil }
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return KernelVersion(release: text(name.release), version: text(name.version))
    }

    static func < (a: KernelVersion, b: KernelVersion) -> Bool { a.parts.lexicographicallyPrecedes(b.parts) }

    /// Whether it refuses connection parameters that a peripheral asks for when they are slower than its own default:
    /// since commit e4b019515f95, until 806a5198c059. Such a peripheral ends the link after one or two minutes.
    var refusesSlowIntervals: Bool {
        let ranges = [([6, 1, 81], [6, 1, 95]), ([6, 6, 21], [6, 6, 35]), ([6, 8, 0], [6, 9, 6])]
        return ranges.contains { first, fixed in
            !parts.lexicographicallyPrecedes(first) && parts.lexicographicallyPrecedes(fixed)
        }
    }
}
