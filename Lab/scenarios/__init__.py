"""The lab's scenarios: what must be true of the program beside real kernel drivers and virtual wearables."""
