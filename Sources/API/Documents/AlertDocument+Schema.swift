import Documents

extension Schema {
    /// What the owner must hear of.
    static var alert: Schema {
        .named(
            "Alert",
            .object([
                "id": .integer, "time_s": .seconds, "severity": .words("notice", "warning", "urgent"), "kind": .string,
                "device": .string.nullable, "recording": .integer.nullable, "message": .string,
                "next_step": .string.nullable, "acknowledged_s": .seconds.nullable, "resolved_s": .seconds.nullable,
            ]))
    }
}
