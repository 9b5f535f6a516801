import Documents

extension Access {
    /// Who is told that there is nothing at a path.
    static func ofNothing(at path: String) -> Access {
        if path.hasPrefix("/api/") { return .person }
        return path.contains(".") ? .everybody : .page
    }
}
