import Glibc
import Runtime
import Signals

/// The hash of each file of a backup, as a file in the form of `sha256sum`, by which anybody can look through it.
struct BackupSums {
    static let name = "SHA256SUMS"

    /// By the path within the backup.
    var sums: [String: String] = [:]

    init() {}

    /// What stands in such a file; nil for anything that ``text`` cannot have made.
    init?(text: String) {
        guard text.hasSuffix("\n") else { return nil }
        for line in text.split(separator: "\n") {
            let (sum, name) = (line.prefix(64), line.dropFirst(66))
            guard sum.utf8.count == 64, sum.allSatisfy({ $0.isHexDigit && !$0.isUppercase }),
                line.dropFirst(64).hasPrefix("  "),
                Self.isInside(name), sums.updateValue(String(sum), forKey: String(name)) == nil
            else { return nil }
        }
    }

    var text: String { sums.sorted { $0.key < $1.key }.map { "\($0.value)  \($0.key)\n" }.joined() }

    /// Whether a path leads nowhere but into the backup.
    private static func isInside(_ path: Substring) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
    }

    /// What is not as it was written in the folder of a backup, each with its name.
    func faults(in folder: String, goesOn: (Int64) throws -> Void) throws -> [StoreCheck.Fault] {
        var faults: [StoreCheck.Fault] = []
        let found = Set(FolderTree.files(in: folder)).subtracting([Self.name])
        for name in found.subtracting(sums.keys).sorted() where !name.hasPrefix("store.sqlite-") {
            faults.append(.init(part: .file, place: name, text: "it is no part of this backup"))
        }
        for (name, sum) in sums.sorted(by: { $0.key < $1.key }) {
            guard found.contains(name) else {
                faults.append(.init(part: .file, place: name, text: "it is missing"))
                continue
            }
            let hash = try FileCopy.hash(of: "\(folder)/\(name)", goesOn: goesOn)
            if HexText.text(hash) != sum {
                faults.append(.init(part: .file, place: name, text: "its bytes are not those that were written"))
            }
        }
        return faults
    }
}
