/// The profiles of `device-profiles` as they were when the program was built, so that one file is enough to run it.
enum BuiltInProfiles {
    /// The embedded profiles as text.
    static let texts: [ProfileSet.Text] = EmbeddedFiles.all.map { name, text in
        ProfileSet.Text(file: "built in: \(name)", bytes: text.withUTF8Buffer(Array.init))
    }
}
