/// What `nightjar doctor` looks at: system files, and the few facts about this process that no file tells.
struct Machine: Sendable {
    /// The text of a file; nil when there is none or it may not be read.
    var read: @Sendable (_ path: String) -> String?
    /// The names in a folder; empty when there is none.
    var names: @Sendable (_ folder: String) -> [String]
    /// The account's name.
    var user = "root"
    /// Whether the account is root.
    var isSuperuser = true
    /// The numbers of the groups that this process is in.
    var groups: Set<UInt32> = []
    /// Whether a Bluetooth socket can be opened; containers often forbid it.
    var opensBluetooth = true
    /// Whether the kernel's clock is steered by a time server; nil when unknown.
    var clockIsSteered: Bool? = true
    /// The gateway's data folder.
    var dataFolder = "/var/lib/nightjar"
    /// Bytes free where that folder is or would be; nil when unknown.
    var freeBytes: UInt64?

    /// A file's text without white space at its ends.
    func word(_ path: String) -> String? {
        guard let text = read(path) else { return nil }
        let body = text.drop(while: \.isWhitespace)
        guard let last = body.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(body[...last])
    }

    /// The first folder that contains `name`; nil for none.
    func folder(holding name: String, among folders: [String]) -> String? {
        folders.first { read("\($0)/\(name)") != nil }
    }
}
