extension Failure {
    /// First parts of paths that are addresses of the API and no files of the machine.
    private static let addresses: Set<Substring> = ["api", "assets"]

    /// What somebody who is not at the machine is told of an error: a failure's message without the folders of files,
    /// and nothing of an error that was not written for people.
    public static func telling(_ error: any Error) -> String {
        guard let failure = error as? Failure else {
            return "Something went wrong inside of the gateway; its log has more."
        }
        return withoutFolders(failure.message)
    }

    /// A text in which a file that stands with its absolute path stands with its name alone.
    public static func withoutFolders(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "/") {
            let isFirst = start == rest.startIndex && result.isEmpty
            let before = start == rest.startIndex ? result.last : rest[rest.index(before: start)]
            result += rest[..<start]
            rest = rest[start...]
            let path = rest.prefix { !$0.isWhitespace && !"\"“”‘’'`()<>,;".contains($0) }
            rest = rest[path.endIndex...]
            let opens = isFirst || before.map { $0.isWhitespace || "\"“‘'`(<=,;".contains($0) } == true
            result += opens ? name(of: path) : path
        }
        return result + rest
    }

    private static func name(of path: Substring) -> Substring {
        // What ends a sentence or leads on to its reason is no part of a path.
        let tail = path.reversed().prefix { ".:!?".contains($0) }.count
        let parts = path.dropLast(tail).split(separator: "/")
        guard parts.count > 1, let first = parts.first, let last = parts.last, !addresses.contains(first) else {
            return path
        }
        return last + path.suffix(tail)
    }
}
