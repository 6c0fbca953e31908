// Fault injection for disk and clock. Preloaded before the C library, it fails or shifts calls as files in the folder
// FAULTS request.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int requested(const char *name, char *path, size_t size) {
    const char *folder = getenv("FAULTS");
    if (!folder) return 0;
    snprintf(path, size, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static int disk_fails(void) {
    char path[4096];
    return requested("fsync", path, sizeof path);
}

int fsync(int file) {
    if (disk_fails()) { errno = EIO; return -1; }
    return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
}

int fdatasync(int file) {
    if (disk_fails()) { errno = EIO; return -1; }
    return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
}

// A full disk: every write fails.
ssize_t pwrite64(int file, const void *bytes, size_t size, off_t offset) {
    char path[4096];
    if (requested("full", path, sizeof path)) { errno = ENOSPC; return -1; }
    return ((ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, "pwrite64"))(file, bytes, size, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    return pwrite64(file, bytes, size, offset);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int done = real(clock, time);
    char path[4096];
    if (done == 0 && clock == CLOCK_REALTIME && requested("clock", path, sizeof path)) {
        FILE *file = fopen(path, "r");
        long seconds = 0;
        if (file) {
            if (fscanf(file, "%ld", &seconds) == 1) time->tv_sec += seconds;
            fclose(file);
        }
    }
    return done;
}
